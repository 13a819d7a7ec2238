import { createEvent } from '@lotkeeper/contract/operations/events';
import { createInvitation } from '@lotkeeper/contract/people/team';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { listFields } from '../../testing/call-fields.ts';
import { testProperty } from '../../testing/test-property.ts';

/** Line breaks, tabs, control characters, and marks that are invisible or turn the text beside them. */
const marks = (
  '\r\n \n \r \t \v \f \0 \u0007 \u001b \u007f \u0085 \u009b ' +
  '\u061c \u200b \u200e \u200f \u2028 \u2029 \u2060 \ufeff ' +
  '\u202a \u202b \u202c \u202d \u202e \u2066 \u2067 \u2068 \u2069'
).split(' ');
const forbidden = new RegExp(`[${marks.join('')}]`);
const forbiddenInLines = new RegExp(`[${marks.join('').replaceAll('\n', '')}]`);

/** Fields of several lines, which keep line breaks. */
const severalLines = new Set([
  'decideAppeal answer',
  'ingestNotes description',
  'ingestReviews comment',
  'reopenMonth reason',
  'saveAppealAnswers text',
  'sendAppeal text',
  'signCloseLinks reason',
]);

/** Fields that aren't kept or shown as text, and why they may have any characters. */
const sheet = 'The name of a sheet, which has to be the one in the file.';
const signed = 'A secret of ours: one that isn’t opens nothing.';
const unshown: Record<string, string> = {
  'beginSetup ticket': signed,
  'lookAtSetup ticket': signed,
  'receiveCameraMessage key': signed,
  'receiveCameraMessage format': 'The name of a format that we know.',
  'confirmSandboxPayment client_secret': 'A secret of the payment processor.',
  'putCardOnFile token': 'A token of the payment processor.',
  'createRefund payment': 'A payment that is recorded, by its ID.',
  'createViolationRefund payment': 'A payment that is recorded, by its ID.',
  'payNotice card': 'A token of the payment processor.',
  'setBookAccounts authority': 'An authority that has a rate, by its name.',
  'getValetSessionByCode code': 'A code that is looked up; what can’t be one is unknown.',
  'listValetSessions code': 'A code that is looked up; what can’t be one is unknown.',
  'ingestImages data': 'Base64.',
  'savePushDevice endpoint': 'A URL that only the server calls.',
  'createHistoryImport sheet': sheet,
  'previewHistory sheet': sheet,
  'previewVisitorFile sheet': sheet,
  'startVisitorImport sheet': sheet,
};

const fields = await listFields('string');

/** Texts with a mark at the beginning, inside, and at the end, of plain and of mailable text. */
const attempts = marks.flatMap((mark) => [
  `${mark}a${mark}b${mark}`,
  `A${mark}1`,
  `https://a.example/${mark}b`,
  `a${mark}@b.example`,
]);

test('no field of a call keeps line breaks, control characters or direction marks', () => {
  expect(fields.length).toBeGreaterThan(500);
  const kept = new Set<string>();
  for (const { endpoint, name, schema } of fields) {
    const id = `${endpoint} ${name}`;
    if (id in unshown) continue;
    const wrong = severalLines.has(id) ? forbiddenInLines : forbidden;
    for (const attempt of attempts) {
      const { success, data } = schema.safeParse(attempt);
      if (success && typeof data === 'string' && wrong.test(data)) kept.add(id);
    }
  }
  expect([...kept].toSorted()).toEqual([]);
});

const innermost = (schema: z.ZodMiniType): z.ZodMiniType => {
  const { in: inner } = schema._zod.def as { in?: z.ZodMiniType };
  return inner ? innermost(inner) : schema;
};

test('a text that is too long is refused before anything else looks at it', () => {
  const unlimited = fields.filter(({ schema }) => {
    const { checks = [] } = innermost(schema)._zod.def as { checks?: { _zod: { def: object } }[] };
    const limits = checks.map(({ _zod }) => _zod.def as { check: string; abort?: boolean });
    return limits.some(({ check, abort }) => check === 'max_length' && !abort);
  });
  expect(unlimited.map(({ endpoint, name }) => `${endpoint} ${name}`)).toEqual([]);
});

test('names are stored on one line, in the direction of what is beside them', async () => {
  const { at, sql, spot, token } = await testProperty({ now: '2026-06-15T19:00:00Z' });
  const event = {
    spot: spot.pk,
    name: '\u202eGame\r\nnight\u2028\u2066 ',
    interval: 'one_time' as const,
    date: '2026-07-16',
    start_time: '09:00:00',
    end_time: '09:30:00',
    is_lot_closed: true,
    quantity: 0,
    codes: [],
    spaceforce_multiplier: 0,
  };
  expect((await at.call(createEvent, { body: event }, { token })).body).toMatchObject({
    name: 'Game night',
  });
  const invited = {
    organization: spot.organization,
    first_name: 'An\u202en',
    last_name: 'Lee\tBcc: x@example.com',
    email: 'ann@example.com',
    role: 'VALET' as const,
  };
  await at.call(createInvitation, { body: invited }, { token });
  expect(await sql`select first_name, last_name from invitations`).toEqual([
    { first_name: 'Ann', last_name: 'Lee Bcc: x@example.com' },
  ]);
});

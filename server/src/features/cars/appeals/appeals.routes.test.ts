import { randomUUID } from 'node:crypto';
import { confirmAppealRule, listAppealRules } from '@lotkeeper/contract/cars/appeal-rules';
import type { AppealForm } from '@lotkeeper/contract/cars/appeals';
import {
  addAppealImage,
  appealMessages,
  appealRules,
  assignAppeal,
  decideAppeal,
  findNotice,
  getAppeal,
  listAppealAnswers,
  listAppeals,
  saveAppealAnswers,
  sendAppeal,
} from '@lotkeeper/contract/cars/appeals';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { listAlerts } from '@lotkeeper/contract/platform/alerts';
import { beforeEach, describe, expect, test } from 'vitest';
import { countVisits } from '../../../records/cars/visits/visit-counts.ts';
import { makeAppeal } from '../../../testing/appeals.factory.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import { makePixel, makePng } from '../../../testing/pictures.factory.ts';
import { recording } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';
import { makeVisit } from '../../../testing/visits.factory.ts';
import { buildAppealMessage } from './appeals.jobs.ts';

let token: string;
let spot: TestSpot;
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;

beforeEach(async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  await sql`delete from limits`;
  ({ spot, token } = await makeStaffedSpot(at, {}, 'EMPLOYEE'));
});

const find = (code: string, plate = 'ABC 123') => at.call(findNotice, { body: { code, plate } });

const form = (overrides: Partial<AppealForm> = {}): AppealForm => ({
  request: randomUUID(),
  reason: 'paid',
  text: 'I paid at the machine.',
  email: 'ana@example.com',
  ...overrides,
});

/** A violation found by its driver, with what it takes to appeal it. */
async function findOwn(overrides: Parameters<typeof makeViolation>[2] = {}) {
  const violation = await makeViolation(sql, spot, overrides);
  const { body } = await find(violation.code);
  const send = (body_: AppealForm) =>
    at.call(sendAppeal, { params: { token: body.token }, body: body_ });
  const addImage = (bytes: Buffer) =>
    at.call(addAppealImage, { params: { token: body.token }, body: bytes });
  return { violation, notice: body, send, addImage };
}

const organizationId = () => String(spot.organization);
const list = (query: { state?: 'open' | 'done'; assignee?: 'me' | 'nobody' } = {}) =>
  at.call(listAppeals, { params: { id: organizationId() }, query }, { token });
const open = (appeal: number) =>
  at.call(getAppeal, { params: { id: organizationId(), appeal: String(appeal) } }, { token });

type Decision = { decision: 'waived' | 'reduced' | 'upheld'; amount?: number };
const decide = (appeal: number, decision: Decision, by = token) =>
  at.call(
    decideAppeal,
    {
      params: { id: organizationId(), appeal: String(appeal) },
      body: { answer: 'We looked at the images.', ...decision },
    },
    { token: by },
  );

const readViolation = async (pk: number) => {
  const [row] = await sql<{ status: string; amount: number; waived_reason: string | null }[]>`
    select status, amount, waived_reason from violations where pk = ${pk}`;
  return row;
};

const readQueued = async (appeal: number) => {
  const rows = await sql<{ key: string }[]>`
    select key from graphile_worker.jobs where key like ${`send_appeal_message:${appeal}:%`} order by key`;
  return rows.map(({ key }) => key.split(':').slice(2).join(' '));
};

describe('finding a violation', () => {
  test('a driver finds their violation by its code and plate, however they are typed', async () => {
    const { code } = await makeViolation(sql, spot, { code: 'ACE7749' });
    const { body, status } = await find(
      `${code.slice(0, 3).toLowerCase()}-${code.slice(3)}`,
      'abc-123',
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      operator: 'Desert Parking',
      timezone: 'America/Phoenix',
      ticket: { code, plate: 'ABC 123', status: 'Created', amount: 5500 },
      appeal: null,
    });
    expect(body).not.toHaveProperty('ticket.waived_by');
  });

  test('a wrong code, a wrong plate and a plate of another violation get the same answer', async () => {
    const { code } = await makeViolation(sql, spot);
    await makeViolation(sql, spot, { plate: 'XYZ 789' });
    const answers = [
      await find('NOSUCH1'),
      await find(code, 'ABC 124'),
      await find(code, 'XYZ 789'),
      await find(code, '---'),
    ].map(({ status, error }) => ({ status, ...error, request_id: '' }));
    expect(answers[0]).toMatchObject({ status: 400, detail: appealMessages.notFound });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('after ten wrong plates a code is closed for an hour, the right plate included', async () => {
    const { code } = await makeViolation(sql, spot);
    for (let tries = 0; tries < appealRules.triesPerCode; tries++) {
      expect((await find(code, `ABC ${tries}`)).status).toBe(400);
    }
    expect((await find(code)).status).toBe(429);
    at.clock.forward(61 * minuteMs);
    expect((await find(code)).status).toBe(200);
  });

  test('a code that does not exist is limited like one that does', async () => {
    for (let tries = 0; tries < appealRules.triesPerCode; tries++) await find('NOSUCH1');
    expect((await find('NOSUCH1')).status).toBe(429);
  });

  test('a network that tries many codes is stopped, and right tries do not count', async () => {
    const { code } = await makeViolation(sql, spot);
    for (let tries = 0; tries < 40; tries++) expect((await find(code)).status).toBe(200);
    for (let tries = 0; tries < appealRules.triesPerAddress; tries++) {
      expect((await find(`WRONG${tries}`)).status).toBe(400);
    }
    expect((await find('WRONG99')).status).toBe(429);
  });

  test('a token opens its violation for an hour, and a changed one opens nothing', async () => {
    const { notice, send } = await findOwn();
    const [organization, , until, signature] = notice.token.split('.');
    const other = await makeViolation(sql, spot);
    const forged = [organization, other.pk, until, signature].join('.');
    const answer = await at.call(sendAppeal, { params: { token: forged }, body: form() });
    expect([answer.status, answer.error.detail]).toEqual([404, appealMessages.expired]);
    at.clock.forward(appealRules.openMinutes * minuteMs);
    expect((await send(form())).status).toBe(404);
  });
});

describe('appealing', () => {
  test('an appeal is kept with its reason, text and contact, and is due in 14 days', async () => {
    const { send } = await findOwn();
    const { body, status } = await send(form({ phone: '602 555 0147' }));
    expect(status).toBe(200);
    expect(body.appeal).toEqual({
      state: 'open',
      reason: 'paid',
      text: 'I paid at the machine.',
      sent_at: fromIso('2026-06-15T19:00:00Z'),
      due_on: '2026-06-29',
      images: [],
      decided_at: null,
      answer: null,
      first_amount: 5500,
    });
    const [row] = await sql<{ pk: number; email: string; phone: string }[]>`
      select pk, email, phone from appeals where organization_id = ${spot.organization}`;
    expect(row).toMatchObject({ email: 'ana@example.com', phone: '+16025550147' });
    expect(await readQueued(row?.pk ?? 0)).toEqual(['sent email', 'sent sms']);
  });

  test('an appeal keeps the language of the page that sent it, which staff see, and is in English without one', async () => {
    for (const [language, shown] of [
      [undefined, 'en'],
      ['es', 'es'],
    ] as const) {
      const { send } = await findOwn();
      expect((await send(form(language ? { language } : {}))).status).toBe(200);
      const { pk } = (await list()).body.results.at(-1) ?? { pk: 0 };
      expect((await open(pk)).body.language).toBe(shown);
    }
    const { send } = await findOwn();
    expect((await send(form({ language: 'fr' as never }))).status).toBe(400);
  });

  test('an appeal sent twice is one appeal, and another one is refused', async () => {
    const { send } = await findOwn();
    const same = form();
    const answers = await Promise.all([send(same), send(same), send(same)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const second = await send(form({ text: 'Once more.' }));
    expect([second.status, second.error.detail]).toEqual([409, appealMessages.alreadyAppealed]);
    expect((await list()).body.count).toBe(1);
  });

  test('a paid or waived violation cannot be appealed', async () => {
    for (const status of ['Paid', 'Waived'] as const) {
      const { send } = await findOwn({ status });
      const answer = await send(form());
      expect([answer.status, answer.error.detail]).toEqual([409, appealMessages.notOpen[status]]);
    }
  });

  test('an appeal without a way to answer, or with an invalid one, is refused', async () => {
    const { send } = await findOwn();
    expect((await send(form({ email: '' }))).error.fields).toEqual({
      email: appealMessages.contact,
    });
    expect((await send(form({ email: 'nobody' }))).error.fields).toEqual({
      email: appealMessages.email,
    });
    expect((await send(form({ phone: '12' }))).error.fields).toEqual({
      phone: appealMessages.phone,
    });
    for (const length of [2001, 4000]) {
      expect((await send(form({ text: 'x'.repeat(length) }))).error.fields).toEqual({
        text: 'At most 2000 characters.',
      });
    }
    expect((await send(form({ text: 'a\0b' }))).error.fields).toEqual({
      text: 'Contains characters that can’t be stored.',
    });
  });

  test('emoji, right-to-left text and markup stay as they were written, without marks that turn other text around', async () => {
    const { send } = await findOwn();
    const text = 'I paid 🚗🙏🏽\nوصلت الساعة التاسعة\n<script>alert(1)</script> & "quotes"';
    const { body } = await send(form({ text: `\u202e${text}\u2066` }));
    expect(body.appeal?.text).toBe(text);
  });

  test('an image that is damaged, of another kind or disguised is refused with a message, and nothing is kept', async () => {
    const { send, addImage } = await findOwn();
    await send(form());
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1');
    const other = 'This isn’t a PNG, JPEG, or WebP image.';
    const damaged = 'The image is damaged or cut off. Send it again.';
    const large = makePng(30_000, 30_000);
    for (const [bytes, detail] of [
      [Buffer.alloc(0), other],
      [heic, other],
      [Buffer.from('<!doctype html><script>alert(1)</script>'), other],
      [Buffer.concat([Buffer.from('GIF89a'), pixel]), other],
      [pixel.subarray(0, 30), damaged],
      [Buffer.from('ffd8ffe000104a464946', 'hex'), damaged],
      [large, /^The image has more than 25 megapixels/],
    ] as const) {
      const { status, error } = await addImage(bytes);
      expect([status, error.detail]).toEqual([
        400,
        typeof detail === 'string' ? detail : expect.stringMatching(detail),
      ]);
    }
    const html = '<script>alert(1)</script>';
    const { body } = await addImage(Buffer.concat([pixel, Buffer.from(html)]));
    expect(body.appeal?.images).toHaveLength(1);
    const shown = await at.app.inject({ method: 'GET', url: body.appeal?.images[0]?.url ?? '' });
    // A page behind an image is never taken for one, and isn't stored.
    expect(shown.rawPayload.equals(pixel)).toBe(true);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
    });
  });

  test('no image is looked at for a violation without an appeal, nor beyond twenty an hour', async () => {
    const { send, addImage } = await findOwn();
    const broken = pixel.subarray(0, 30);
    expect((await addImage(broken)).status).toBe(409);
    await send(form());
    const answers: number[] = [];
    for (let sent = 2; sent <= 21; sent++) answers.push((await addImage(broken)).status);
    expect(answers).toEqual([...Array<number>(19).fill(400), 429]);
  });

  test('images are kept up to three, the same one once, and nothing that isn’t an image', async () => {
    const { send, addImage } = await findOwn();
    expect((await addImage(pixel)).status).toBe(409);
    await send(form());
    const refused = await addImage(Buffer.from('<svg onload="alert(1)"/>'));
    expect([refused.status, refused.error.detail]).toEqual([
      400,
      'This isn’t a PNG, JPEG, or WebP image.',
    ]);
    const others = [1, 2, 3].map(makePixel);
    await addImage(pixel);
    const again = await addImage(pixel);
    expect(again.body.appeal?.images).toHaveLength(1);
    for (const image of others.slice(0, 2)) await addImage(image);
    const fourth = await addImage(others[2] as Buffer);
    expect([fourth.status, fourth.error.detail]).toEqual([409, appealMessages.tooManyImages]);
    const url = again.body.appeal?.images[0]?.url ?? '';
    const shown = await at.app.inject({ method: 'GET', url });
    expect(shown.rawPayload.equals(pixel)).toBe(true);
  });
});

describe('the queue', () => {
  test('open appeals are listed by the day they are due, and by who deals with them', async () => {
    // It's June 15 there for an hour more; by UTC it's the 16th.
    at.clock.set('2026-06-16T06:00:00Z');
    const later = await makeAppeal(at, spot, { due_on: '2026-06-15' as never });
    const sooner = await makeAppeal(at, spot, { due_on: '2026-06-14' as never });
    const pks = async (query?: Parameters<typeof list>[0]) =>
      (await list(query)).body.results.map(({ pk }) => pk);
    expect(await pks()).toEqual([sooner.pk, later.pk]);
    const { results } = (await list()).body;
    expect(results.map(({ overdue }) => overdue)).toEqual([true, false]);
    const { staff } = (await open(later.pk)).body;
    const me = staff[0]?.pk ?? 0;
    const params = { id: organizationId(), appeal: String(later.pk) };
    const assigned = await at.call(assignAppeal, { params, body: { person: me } }, { token });
    expect(assigned.body.assignee?.pk).toBe(me);
    expect([await pks({ assignee: 'me' }), await pks({ assignee: 'nobody' })]).toEqual([
      [later.pk],
      [sooner.pk],
    ]);
    await decide(later.pk, { decision: 'upheld' });
    await decide(sooner.pk, { decision: 'upheld' });
    expect(await pks({ state: 'done', assignee: 'me' })).toEqual([later.pk]);
    expect(assigned.body.history.map(({ event }) => event)).toEqual(['sent', 'assigned']);
    const stranger = await at.call(assignAppeal, { params, body: { person: 1e9 } }, { token });
    expect(stranger.error.fields).toEqual({ person: appealMessages.notAssignable });
  });

  test('a waived appeal waives its violation, and its driver gets the answer', async () => {
    const { pk, violation } = await makeAppeal(at, spot);
    const { body } = await decide(pk, { decision: 'waived' });
    expect(body).toMatchObject({ state: 'waived', answer: 'We looked at the images.' });
    expect(body.history.map(({ event }) => event)).toEqual(['sent', 'decided']);
    expect(await readViolation(violation.pk)).toEqual({
      status: 'Waived',
      amount: 5500,
      waived_reason: 'The driver’s appeal was accepted',
    });
    expect(await readQueued(pk)).toEqual(['decided email']);
    const found = await find(violation.code);
    expect(found.body.appeal).toMatchObject({
      state: 'waived',
      answer: 'We looked at the images.',
    });
    const [entry] = await sql`
      select before, after from audit_entries
      where subject_type = 'violation' and subject_pk = ${violation.pk}`;
    expect(entry).toMatchObject({
      before: { status: 'Created' },
      after: { status: 'Waived', appeal: 'waived' },
    });
    expect((await list({ state: 'done' })).body.results[0]).toMatchObject({ pk, state: 'waived' });
  });

  test('a reduced violation costs less, and its appeal keeps the first amount', async () => {
    const { pk, violation } = await makeAppeal(at, spot);
    const more = await decide(pk, { decision: 'reduced', amount: 5500 });
    expect(more.error.fields).toEqual({ amount: appealMessages.amount });
    expect((await decide(pk, { decision: 'reduced' })).status).toBe(400);
    const { body } = await decide(pk, { decision: 'reduced', amount: 2000 });
    expect(body).toMatchObject({ state: 'reduced', amount: 2000, first_amount: 5500 });
    expect(await readViolation(violation.pk)).toMatchObject({ status: 'Created', amount: 2000 });
  });

  test('of twelve people who decide at once, one decides and the others get a conflict', async () => {
    const { pk } = await makeAppeal(at, spot);
    const other = await signedInMember(at, { pk: spot.organization }, 'ADMIN');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2
          ? decide(pk, { decision: 'waived' })
          : decide(pk, { decision: 'reduced', amount: 2000 }, other.token),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ status, error }) => `${status} ${error.detail}`))).toEqual(
      new Set([`409 ${appealMessages.alreadyDecided}`]),
    );
  });

  test('an appeal whose violation was paid or waived meanwhile is closed and cannot be decided', async () => {
    const messages = {
      Paid: appealMessages.paidMeanwhile,
      Waived: appealMessages.waivedMeanwhile,
    };
    for (const status of ['Paid', 'Waived'] as const) {
      const { pk, violation } = await makeAppeal(at, spot);
      await sql`update violations set status = ${status} where pk = ${violation.pk}`;
      const answer = await decide(pk, { decision: 'waived' });
      expect([answer.status, answer.error.detail]).toEqual([409, messages[status]]);
      expect((await open(pk)).body.state).toBe('closed');
      expect(await readQueued(pk)).toEqual([]);
    }
    const waits = await makeAppeal(at, spot);
    expect((await list()).body.results.map(({ pk }) => pk)).toEqual([waits.pk]);
    expect((await list({ state: 'done' })).body.count).toBe(2);
    // What an Admin sees of them elsewhere.
    const admin = await signedInMember(at, { pk: spot.organization }, 'ADMIN');
    const { body } = await at.call(listAlerts, { params: { id: organizationId() } }, admin);
    expect(body.waiting.appeals).toBe(1);
  });

  test('an Admin edits the saved answers, in their order, and an Employee reads them', async () => {
    const params = { id: organizationId() };
    const answers = [
      { name: 'Paid', text: 'We found your payment.' },
      { name: 'Another car', text: 'The camera misread your plate.' },
    ];
    const refused = await at.call(saveAppealAnswers, { params, body: { answers } }, { token });
    expect(refused.status).toBe(403);
    const admin = await signedInMember(at, { pk: spot.organization }, 'ADMIN');
    await at.call(saveAppealAnswers, { params, body: { answers } }, { token: admin.token });
    expect((await at.call(listAppealAnswers, { params }, { token })).body).toEqual({ answers });
    await at.call(saveAppealAnswers, { params, body: { answers: [] } }, { token: admin.token });
    expect((await at.call(listAppealAnswers, { params }, { token })).body.answers).toEqual([]);
  });
});

test('a rule of a state is off until an Admin confirms it, and then drivers see its words', async () => {
  await sql`update spots set state = 'FL' where pk = ${spot.pk}`;
  const params = { id: organizationId() };
  const change = (confirmed: boolean, by: string, state = 'FL') => {
    const body = { state, valid_from: '2024-07-01' as LocalDate, confirmed };
    return at.call(confirmAppealRule, { params, body }, { token: by });
  };
  const readWording = async () => (await findOwn()).notice.wording;
  expect(await readWording()).toBeNull();
  expect((await change(true, token)).status).toBe(403);
  const admin = await signedInMember(at, { pk: spot.organization }, 'ADMIN');
  expect((await change(true, admin.token, 'AZ')).status).toBe(404);
  const { body } = await change(true, admin.token);
  expect(body.rules).toMatchObject([{ state: 'FL', confirmed: { at: at.clock() } }]);
  expect(await readWording()).toMatch(/^THIS INVOICE IS PRIVATELY ISSUED/);
  await change(false, admin.token);
  expect(await readWording()).toBeNull();
  const { body: listed } = await at.call(listAppealRules, { params }, { token });
  expect(listed.rules.map(({ confirmed }) => confirmed)).toEqual([null]);
  await sql`update spots set state = 'AZ' where pk = ${spot.pk}`;
  expect((await at.call(listAppealRules, { params }, { token })).body.rules).toEqual([]);
});

test('a visit counts as appealed while its violation’s appeal is open, with its amount, and as open again afterward', async () => {
  const visit_pk = await makeVisit(sql, spot, '2026-06-15T15:00:00Z', {
    status: 'violator',
    exit_at: fromIso('2026-06-15T17:00:00Z'),
  });
  const readOutcome = async () => {
    const [queued] =
      await sql`select key from graphile_worker.jobs where key = ${`count_visit:${visit_pk}`}`;
    expect(queued).toBeDefined();
    await recording(sql, spot.organization, (recorder) => countVisits(recorder, [visit_pk]));
    const [row] = await sql<{ outcome: string; uncollected: number }[]>`
      select outcome, uncollected from visits where pk = ${visit_pk}`;
    return [row?.outcome, row?.uncollected];
  };
  const { send } = await findOwn({ visit_pk });
  await send(form());
  expect(await readOutcome()).toEqual(['violation_appealed', 5500]);
  const { results } = (await list()).body;
  await decide(results[0]?.pk ?? 0, { decision: 'reduced', amount: 2000 });
  expect(await readOutcome()).toEqual(['violation_open', 2000]);
});

test('the messages to a driver say what was received and decided, with a link to the page', () => {
  const appeal = {
    code: 'ACE7749',
    property: 'North Lot',
    email: 'ana@example.com',
    phone: '+16025550147',
    due_on: '2026-06-29' as never,
    decision: 'reduced' as const,
    answer: 'You paid for two hours.',
    amount: 2000 as never,
    language: 'en' as const,
  };
  const key = { organization_id: 1, appeal_pk: 2 };
  const build = (medium: 'email' | 'sms', event: 'sent' | 'decided') =>
    buildAppealMessage(appeal, { ...key, medium, event }, 'https://lot.example');
  // What has the key of another message isn't sent.
  const others = [{}, { appeal_pk: 3 }, { organization_id: 2 }].flatMap((other) =>
    (['email', 'sms'] as const).flatMap((medium) =>
      (['sent', 'decided'] as const).map(
        (event) =>
          buildAppealMessage(appeal, { ...key, ...other, medium, event }, 'https://lot.example')
            ?.key,
      ),
    ),
  );
  expect(new Set(others).size).toBe(12);
  expect(build('sms', 'sent')).toMatchObject({
    to: '+16025550147',
    text: 'We received your appeal of violation ACE7749 at North Lot. We’ll answer by June 29, 2026. Until then, you needn’t pay. See your appeal: https://lot.example/appeal?code=ACE7749',
  });
  expect(build('sms', 'decided')?.text).toBe(
    'Your appeal of violation ACE7749 at North Lot was decided. The violation is reduced: you owe $20.00 instead. See the decision and how to pay: https://lot.example/appeal?code=ACE7749',
  );
  expect(build('email', 'decided')).toMatchObject({
    to: 'ana@example.com',
    text: expect.stringContaining('You paid for two hours.'),
  });
  const waived = { ...appeal, decision: 'waived' as const };
  const key_ = { ...key, medium: 'sms', event: 'decided' } as const;
  expect(buildAppealMessage(waived, key_, 'https://lot.example')?.text).toBe(
    'Your appeal of violation ACE7749 at North Lot was decided. The violation is waived: you owe nothing. See the decision: https://lot.example/appeal?code=ACE7749',
  );
  const spanish = { ...appeal, language: 'es' as const };
  const buildSpanish = (medium: 'email' | 'sms', event: 'sent' | 'decided') =>
    buildAppealMessage(spanish, { ...key, medium, event }, 'https://lot.example');
  expect(buildSpanish('sms', 'sent')?.text).toBe(
    'Recibimos su apelación de la infracción ACE7749 en North Lot. Responderemos a más tardar el 29 de junio de 2026. Mientras tanto, no tiene que pagar. Vea su apelación: https://lot.example/appeal?code=ACE7749',
  );
  expect(buildSpanish('sms', 'decided')?.text).toBe(
    'Se decidió su apelación de la infracción ACE7749 en North Lot. El monto de la infracción se redujo: usted debe ahora $20.00. Vea la decisión y cómo pagar: https://lot.example/appeal?code=ACE7749',
  );
  const mail = buildSpanish('email', 'decided');
  expect(mail?.subject).toBe('Se decidió su apelación de la infracción ACE7749');
  expect(mail?.text).toContain('Si usted no envió esta apelación, ignore este mensaje.');
  expect(mail?.html).toContain('<html lang="es">');
});

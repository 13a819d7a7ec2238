import { ingestImages } from '@lotkeeper/contract/intake/ingest';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { createKiosk } from '@lotkeeper/contract/operations/kiosks';
import { expect, test } from 'vitest';
import { makeStopToken } from '../../features/money/letters/stop-tokens.ts';
import { alertLinks } from '../../features/platform/alerts/alert-links.ts';
import { pictureAddresses } from '../../kernel/access/picture-addresses.ts';
import { hashToken, newToken } from '../../kernel/access/secrets.ts';
import { makeSignInTicket } from '../../kernel/access/sign-in-tickets.ts';
import { queueMemberMessages } from '../../records/platform/member-messages.ts';
import type { Location } from '../../testing/access.examples.ts';
import {
  endpoints,
  makeRecords,
  names,
  openAccessWorld,
  restore,
  table,
} from '../../testing/access-world.ts';
import { affiliate, makePerson } from '../../testing/people.factory.ts';

const world = await openAccessWorld();
const { at, own } = world;
const sql = at.database.system;
const now = at.clock();

/** The secrets of `Location`: the walk puts the same link in each. */
const secrets = [
  'auditorToken',
  'calendarToken',
  'letterStop',
  'muteToken',
  'unsubscribeToken',
  'feedKey',
  'notice',
  'appealNotice',
  'payableNotice',
  'confirmNotice',
  'valetLink',
  'confirmLink',
] as const;
/** Parts of a call that are a secret by their name. */
const secretNames = ['token', 'address', 'key', 'ticket', 'client_secret'];

const makeTicket = () =>
  makeSignInTicket(sql, { personPk: world.people.ADMIN, expiresAt: instant(now + minuteMs) }, now);

async function makeKioskTicket(): Promise<string> {
  const body = { spot: own.spot, mode: 'hours' as const, minutes: 60, pin: '4711' };
  const token = await at.sessions.start(world.people.ADMIN, null);
  return (await at.call(createKiosk, { body }, { token })).body.ticket;
}

async function makeInvitationTicket(): Promise<string> {
  const ticket = `li_${newToken()}`;
  await sql`update invitations set ticket_hash = ${hashToken(ticket)}, accepted_at = null
    where pk = ${own.invitation}`;
  return ticket;
}

async function makePictureAddress(): Promise<string> {
  const ingest = table['ingestImages']?.input(own) as Parts;
  await at.call(ingestImages, ingest as never, { token: world.secrets.full });
  const [image] = await sql<{ uuid: string }[]>`
    select uuid from images where organization_id = ${own.organization} limit 1`;
  const name = { organization: Number(own.organization), uuid: image?.uuid ?? '' };
  return pictureAddresses(at.secretBox).addressOf(name, now).split('/').at(-2) ?? '';
}

const notice =
  'addAppealImage checkNoticePayment payNotice sendAppeal startNoticeCard startNoticeConfirmation'.split(
    ' ',
  );
const driver =
  'checkDriverPayment getDriverRequest putCardOnFile requestCar startCardSetup startPaymentConfirmation'.split(
    ' ',
  );
const auditor = [
  'downloadAuditorPacket',
  'getAuditorMonth',
  'listAuditorEntries',
  'openAuditorLink',
];
const ticket = ['exchangeTicket', 'lookAtTicket'];

/** Each kind of link that needs no account: how one is made, and the calls that it's for. */
const links: Record<string, [make: () => string | Promise<string>, opens: readonly string[]]> = {
  'an auditor’s link': [() => own.auditorToken, auditor],
  'a calendar': [() => own.calendarToken, ['readCalendar']],
  'a link that mutes an alert': [() => own.muteToken, ['muteByLink']],
  'a link that ends alert mails': [() => own.unsubscribeToken, ['unsubscribeFromAlerts']],
  'a link that stops a letter': [() => own.letterStop, ['getLetterStop', 'stopLetter']],
  'a driver’s link to their car': [() => own.confirmLink, driver],
  'a driver’s link to a violation': [() => own.confirmNotice, notice],
  'an image’s address': [makePictureAddress, ['getPicture']],
  'a sign-in link': [makeTicket, ticket],
  'an invitation': [makeInvitationTicket, ticket],
  'a kiosk’s ticket': [makeKioskTicket, ['openKiosk']],
};

type Parts = Record<'params' | 'query' | 'body', Record<string, unknown> | undefined>;

/** An endpoint's example with a link wherever it takes a secret; null if it takes none and needs no session. */
function putSecret(name: string, secret: string): Parts | null {
  const place: Location = { ...own, ...Object.fromEntries(secrets.map((key) => [key, secret])) };
  const input = table[name]?.input(place) as Parts;
  const filled = { ...input };
  let isTaken = table[name]?.may !== 'everybody';
  for (const part of ['params', 'query', 'body'] as const)
    for (const key of Object.keys(Buffer.isBuffer(input[part]) ? {} : (input[part] ?? {})))
      if (secretNames.includes(key) && name !== 'putCardOnFile') {
        filled[part] = { ...filled[part], [key]: secret };
        isTaken = true;
      } else isTaken ||= input[part]?.[key] === secret;
  return isTaken ? filled : null;
}

/** What an endpoint answers to a link, also as its session. */
async function ask(name: string, input: Parts, token: string) {
  if (table[name]?.may === 'everybody') await sql`delete from limits`;
  const { status, response } = await at.call(endpoints.get(name) as Endpoint, input, { token });
  return { status, body: response.body };
}

test.each(Object.entries(links))(
  '%s opens what it was made for, and nothing else',
  async (_, [make, opens]) => {
    await restore(world);
    const ended = await make();
    const unknown = `${ended.slice(0, -1)}${ended.endsWith('A') ? 'B' : 'A'}`;
    const opened: string[] = [];
    for (const name of names) {
      const isPublic = table[name]?.may === 'everybody';
      const secret = isPublic ? await make() : ended;
      const input = putSecret(name, secret);
      if (!input) continue;
      const answer = await ask(name, input, secret);
      if (!isPublic) {
        expect(answer.status, name).toBe(401);
        continue;
      }
      const nothing = await ask(name, putSecret(name, unknown) as Parts, unknown);
      expect(nothing.status, name).toBeGreaterThanOrEqual(400);
      expect(answer.status, name).toBeLessThan(500);
      if (JSON.stringify(answer) !== JSON.stringify(nothing)) opened.push(name);
    }
    expect(opened).toEqual(opens);
  },
);

test('every call without an account that takes a secret is opened by a link of the walk, or tested elsewhere', () => {
  const open = names.filter((name) => table[name]?.may === 'everybody' && putSecret(name, 'x'));
  const walked = Object.values(links).flatMap(([, opens]) => opens);
  // Setup is over in an organization, which `setup.routes.test.ts` tests; the last is the sandbox's.
  expect(open.filter((name) => !walked.includes(name))).toEqual([
    'beginSetup',
    'confirmSandboxPayment',
    'lookAtSetup',
  ]);
});

/** Every row that belongs to an organization, as text after the name of its table. */
async function readRows(): Promise<Set<string>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'organization_id' and table_type = 'BASE TABLE'`;
  const selects = tables.map(
    ({ name }) => `select '${name} ' || to_jsonb(t)::text as row from ${name} t`,
  );
  const rows = await sql.unsafe<{ row: string }[]>(selects.join(' union all '));
  return new Set(rows.map(({ row }) => row));
}

/** Two Admins who get everything by email, of whom the first has the links. */
async function makeReaders(): Promise<Partial<Location>> {
  const organization = { pk: Number(own.organization) };
  const readers = [await makePerson(sql), await makePerson(sql)] as const;
  for (const { pk } of readers) {
    await affiliate(sql, { pk }, organization, 'ADMIN');
    const reader = { organization_id: organization.pk, person_pk: pk };
    await sql`insert into alert_choices ${sql.values({
      ...reader,
      email_kinds: ['camera_silent'],
      sms_kinds: [] as string[],
      push_kinds: [] as string[],
    })}`;
    await sql`insert into alert_notices ${sql.values({ ...reader, alert_pk: Number(own.alert), medium: 'email', waiting_since: now })}`;
    for (const kind of ['weekly', 'monthly'])
      await sql`insert into letter_choices ${sql.values({ ...reader, kind, chosen_at: now, sent_start: '2026-06-01' })}`;
    const message = { ...reader, medium: 'email', subject: 'A', text: 'B' } as const;
    const keys = ['alert-1', 'letter-weekly-2026-06-08', 'letter-monthly-2026-05-01'];
    await sql.begin((tx) =>
      queueMemberMessages(
        tx,
        keys.map((key) => ({ ...message, key })),
        now,
      ),
    );
  }
  const key = {
    organizationId: organization.pk,
    personPk: readers[0].pk,
    alertPk: Number(own.alert),
  };
  const letter = {
    organization_id: organization.pk,
    person_pk: readers[0].pk,
    kind: 'weekly' as const,
  };
  return {
    muteToken: alertLinks(at.secretBox).issueMute(key),
    unsubscribeToken: alertLinks(at.secretBox).issueUnsubscribe(key),
    letterStop: makeStopToken(at.secretBox, letter),
  };
}

test('what a link changes is one row of a table, and of what was there beside it nothing', async () => {
  await restore(world);
  const spot = {
    pk: Number(own.spot),
    uuid: world.ownByUuid.spot,
    organization: Number(own.organization),
  };
  await makeRecords(at, spot);
  const place = { ...own, ...(await makeReaders()) };
  const writes = Object.values(links)
    .flatMap(([, opens]) => opens)
    .filter(
      (name) =>
        endpoints.get(name)?.method !== 'GET' && !ticket.includes(name) && name !== 'openKiosk',
    );
  const isOwn = new RegExp(`"organization_id": ${own.organization}[,}]`);
  let before = await readRows();
  for (const name of new Set(writes)) {
    await sql`delete from limits`;
    const { status } = await at.call(endpoints.get(name) as Endpoint, table[name]?.input(place));
    expect([200, 202, 204, 409], name).toContain(status);
    const after = await readRows();
    const gone = [...before].filter((row) => !after.has(row)).map((row) => row.split(' ')[0]);
    const added = [...after].filter((row) => !before.has(row));
    expect(gone, name).toEqual([...new Set(gone)]);
    for (const row of added) expect(row, name).toMatch(isOwn);
    before = after;
  }
});

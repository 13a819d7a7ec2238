import type { DeskFinding } from '@lotkeeper/contract/cars/plate-desk';
import {
  decideDeskItem,
  deskMessages,
  previewDeskFindings,
  takeDeskItem,
  undoDeskDecision,
} from '@lotkeeper/contract/cars/plate-desk';
import { expect, test } from 'vitest';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { plateRead, recordReads, settling } from '../../../testing/visits.factory.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const jobs = settling(at.database, at.clock);

type Seen = [plate: string, time: string, direction: 'Entrance' | 'Exit'];

/** A property with reads, decided. */
async function start(...seen: Seen[]) {
  at.clock.set('2026-06-15T19:00:00Z');
  const { spot, token } = await makeStaffedSpot(at);
  await send(spot, ...seen);
  return { spot, token };
}

async function send(spot: TestSpot, ...seen: Seen[]) {
  const reads = seen.map(([plate, time, direction]) =>
    plateRead(spot, time.includes('T') ? time : `2026-06-15T${time}:00Z`, direction, {
      plate,
      external_id: `${spot.pk}-${plate}-${time}-${direction}`,
    }),
  );
  await recordReads(sql, spot, reads);
  await jobs.settle(spot);
}

/** What can change: visits, reads, money and violations of a property. */
async function describe(spot: TestSpot) {
  const visits = await sql<{ pk: number; text: string }[]>`
    select pk, concat_ws(' ', plate, to_char(entrance_at at time zone 'UTC', 'HH24:MI'), '-',
      to_char(exit_at at time zone 'UTC', 'HH24:MI'), status, outcome, case when doubtful then 'doubtful' end) as text
    from visits where spot_pk = ${spot.pk} order by coalesce(entrance_at, exit_at), pk`;
  const [money] = await sql<{ charged: number; open: number }[]>`
    select (select coalesce(sum(gross - refund), 0) from ledger_entries where spot_pk = ${spot.pk})::int as charged,
      (select coalesce(sum(amount), 0) from violations where spot_pk = ${spot.pk} and status = 'Created')::int as open`;
  return { visits: visits.map(({ text }) => text), pks: visits.map(({ pk }) => pk), ...money };
}

const paramsOf = (spot: TestSpot, visit: number) => ({
  id: String(spot.organization),
  visit: String(visit) as never,
});
const find = (spot: TestSpot, token: string, visit: number, body: DeskFinding) =>
  at.call(decideDeskItem, { params: paramsOf(spot, visit), body }, { token });
const lookAhead = (spot: TestSpot, token: string, visit: number, finding: DeskFinding) =>
  at.call(
    previewDeskFindings,
    { params: paramsOf(spot, visit), body: { findings: [finding] } },
    { token },
  );
const undo = (spot: TestSpot, token: string, visit: number, decision: number) =>
  at.call(undoDeskDecision, { params: paramsOf(spot, visit), body: { decision } }, { token });

/** Previews a finding, decides it, and checks that the preview changed nothing and said what happened. */
async function decide(spot: TestSpot, token: string, visit: number, finding: DeskFinding) {
  const before = await describe(spot);
  const ahead = await lookAhead(spot, token, visit, finding);
  expect(ahead.status).toBe(200);
  expect(await describe(spot)).toEqual(before);
  const { status, body } = await find(spot, token, visit, finding);
  expect(status).toBe(200);
  await jobs.settle(spot);
  expect(ahead.body.effects).toEqual([body.effects]);
  const after = await describe(spot);
  const { charged, refunded, violations_opened, violations_waived } = body.effects;
  expect((after.charged ?? 0) - (before.charged ?? 0)).toBe(charged - refunded);
  expect((after.open ?? 0) - (before.open ?? 0)).toBe(violations_opened - violations_waived);
  expect(await listDisagreements(sql)).toEqual([]);
  return { ...body, before, after };
}

test('a decision says ahead that it gives back what was charged', async () => {
  const { spot, token } = await makeStaffedSpot(at);
  const car = { plate: 'ABC123', state: 'AZ', country: 'US' as const };
  const renter = { email: 'robin@example.com' };
  await record(sql, spot, [rental(spot, '2026-05-01T19:00:00Z', 500, { car, renter })]);
  await send(spot, ['ABC123', '15:00', 'Entrance'], ['ABC123', '17:00', 'Exit']);
  const [visit = 0] = (await describe(spot)).pks;
  const { effects, before } = await decide(spot, token, visit, { verdict: 'not_customer' });
  expect(before.visits).toEqual(['ABC123 15:00 - 17:00 enforced enforced']);
  expect(effects).toMatchObject({ charged: 0, refunded: 1000 });
});

test('a corrected plate is paired with the entrance of that car, and undone again', async () => {
  const { spot, token } = await start(['ABC123', '18:00', 'Entrance'], ['XYZ789', '18:10', 'Exit']);
  const [, exit = 0] = (await describe(spot)).pks;
  const { before, after, decision } = await decide(spot, token, exit, {
    verdict: 'corrected',
    plate: 'ABC 123',
    state: 'AZ',
  });
  expect(before.visits).toEqual([
    'ABC123 18:00 - violator violation_open',
    'XYZ789 - 18:10 grace period unexplained',
  ]);
  expect(after.visits).toEqual(['ABC 123 18:00 - 18:10 grace period grace']);
  const reads = await sql`select plate from plate_reads where spot_pk = ${spot.pk} order by pk`;
  expect(reads.map(({ plate }) => String(plate))).toEqual(['ABC123', 'XYZ789']);
  const undone = await undo(spot, token, exit, decision);
  expect(undone.status).toBe(200);
  await jobs.settle(spot);
  const again = await describe(spot);
  expect(again.visits).toEqual(before.visits);
  expect(again.pks).toContain(undone.body.visit);
  expect(again.open).toBe(before.open);
  expect(await listDisagreements(sql)).toEqual([]);
});

test('the other half of a stay is offered, and named where nobody knows which plate is right', async () => {
  const { spot, token } = await start(['ABC123', '18:00', 'Entrance'], ['ABX123', '18:10', 'Exit']);
  const [entrance, exit] = (await describe(spot)).pks;
  const { status, body } = await at.call(
    takeDeskItem,
    { params: { id: String(spot.organization) }, body: { spot: null, skipped: [], visit: exit } },
    { token },
  );
  expect(status).toBe(200);
  expect(body.item?.others).toMatchObject([{ visit: entrance, plate: 'ABC123', is_known: false }]);
  expect(body.item?.suggestion).toEqual({
    finding: null,
    why: 'ABC123 came and wasn’t seen to leave. It is probably the same car. Compare the images for the plate.',
  });
});

test('two visits become one stay, whose plate a person chose', async () => {
  const { spot, token } = await start(['ABC123', '18:00', 'Entrance'], ['QRS456', '18:40', 'Exit']);
  const { pks } = await describe(spot);
  const [entrance = 0, exit = 0] = pks;
  const { after, decision, effects } = await decide(spot, token, exit, {
    verdict: 'joined',
    other: entrance,
    plate: 'ABC123',
    state: null,
  });
  expect(after.visits).toEqual(['ABC123 18:00 - 18:40 violator violation_open']);
  expect(effects.visits).toMatchObject([{ plate: 'ABC123', outcome: 'violation_open' }]);
  // A later read of the same car is paired around it.
  await send(spot, ['ABC123', '18:50', 'Entrance']);
  expect((await describe(spot)).visits).toHaveLength(2);
  expect((await undo(spot, token, exit, decision)).status).toBe(200);
  await jobs.settle(spot);
  expect((await describe(spot)).visits).toContain('QRS456 - 18:40 grace period unexplained');
});

const readUnread = async (spot: TestSpot) => {
  const rows = await sql<{ pk: number }[]>`
    select pk from plate_reads where spot_pk = ${spot.pk} and plate = '' order by captured_at`;
  return rows.map(({ pk }) => pk);
};

test.each<[name: string, seen: Seen, unread: [Seen, Seen, Seen], becomes: string]>([
  [
    'exit',
    ['ABC123', '15:00', 'Entrance'],
    [
      ['', '15:02', 'Entrance'],
      ['', '15:40', 'Exit'],
      ['', '15:41', 'Exit'],
    ],
    'ABC123 15:00 - 15:40 violator violation_open',
  ],
  [
    'entrance',
    ['ABC123', '16:00', 'Exit'],
    [
      ['', '15:58', 'Exit'],
      ['', '15:10', 'Entrance'],
      ['', '14:00', 'Entrance'],
    ],
    'ABC123 15:10 - 16:00 violator violation_open',
  ],
])(
  'a missing %s is found among the cars whose plate wasn’t read, and undone again',
  async (_, seen, unread, becomes) => {
    const { spot, token } = await start();
    await sql`update spots set second_read = 'before_charge' where pk = ${spot.pk}`;
    await send(spot, seen, ...unread);
    const [visit = 0] = (await describe(spot)).pks;
    await sql`update visits set decided = true, outcome = 'unexplained' where pk = ${visit}`;
    const taken = await at.call(
      takeDeskItem,
      { params: { id: String(spot.organization) }, body: { spot: null, skipped: [], visit } },
      { token },
    );
    const offered = taken.body.item?.unread.map(({ read }) => read) ?? [];
    expect(offered).toHaveLength(2);
    const [read = 0] = offered;
    const { before, after, decision } = await decide(spot, token, visit, {
      verdict: 'completed',
      read,
    });
    expect(after.visits).toEqual([becomes]);
    expect(await readUnread(spot)).toHaveLength(3);
    expect((await undo(spot, token, visit, decision)).status).toBe(200);
    await jobs.settle(spot);
    const again = await describe(spot);
    expect([again.visits, again.open]).toEqual([before.visits, before.open]);
    const [{ visit_pk } = { visit_pk: 0 }] = await sql<{ visit_pk: number | null }[]>`
      select visit_pk from plate_reads where pk = ${read}`;
    expect(visit_pk).toBeNull();
  },
);

test('a stay that was read as two is one', async () => {
  const { spot, token } = await start(
    ['ABC123', '16:00', 'Entrance'],
    ['ABC123', '16:30', 'Exit'],
    ['ABC123', '16:33', 'Entrance'],
    ['ABC123', '17:00', 'Exit'],
  );
  const { pks } = await describe(spot);
  const [first = 0, second = 0] = pks;
  const { after } = await decide(spot, token, second, {
    verdict: 'joined',
    other: first,
    plate: 'ABC123',
    state: null,
  });
  // Each was a violator; the one whose violation stays is the stay's.
  expect(after.visits.filter((text) => !text.includes('misread'))).toEqual([
    'ABC123 16:00 - 17:00 violator violation_open',
  ]);
  expect(after.open).toBe(5500);
});

test('one long stay becomes two, and what was charged for the time between is given back', async () => {
  const { spot, token } = await start(['ABC123', '12:00', 'Entrance'], ['ABC123', '18:00', 'Exit']);
  const { pks } = await describe(spot);
  const [visit = 0] = pks;
  const [, last] = await sql<{ pk: number }[]>`
    select pk from plate_reads where spot_pk = ${spot.pk} order by pk`;
  const { after, decision } = await decide(spot, token, visit, {
    verdict: 'split',
    from: last?.pk ?? 0,
  });
  expect(after.visits).toEqual([
    'ABC123 12:00 - violator violation_open',
    'ABC123 - 18:00 grace period unexplained',
  ]);
  // The exit that was missed comes late.
  await send(spot, ['ABC123', '12:10', 'Exit']);
  expect((await describe(spot)).visits[0]).toBe('ABC123 12:00 - 12:10 grace period grace');
  expect((await undo(spot, token, visit, decision)).status).toBe(200);
});

test('what can’t be is refused, and nothing changes', async () => {
  const { spot, token } = await start(['ABC123', '18:00', 'Entrance'], ['QRS456', '18:40', 'Exit']);
  const before = await describe(spot);
  const [visit = 0] = before.pks;
  const [read] = await sql<{ pk: number }[]>`
    select pk from plate_reads where spot_pk = ${spot.pk} order by pk`;
  const plate = { plate: 'ABC123', state: null };
  const refused: [DeskFinding, string][] = [
    [{ verdict: 'joined', other: visit, ...plate }, deskMessages.other],
    [{ verdict: 'joined', other: 999_999, ...plate }, deskMessages.other],
    [{ verdict: 'split', from: read?.pk ?? 0 }, deskMessages.split],
    [{ verdict: 'split', from: 999_999 }, deskMessages.split],
    [{ verdict: 'completed', read: read?.pk ?? 0 }, deskMessages.unread],
    [{ verdict: 'completed', read: 999_999 }, deskMessages.unread],
    [{ verdict: 'corrected', plate: '', state: null }, 'plate'],
    [{ verdict: 'corrected', plate: 'ABC123', state: 'ZZ' }, 'state'],
  ];
  for (const [finding, message] of refused) {
    const { status, body } = await find(spot, token, visit, finding);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(message);
  }
  expect(await describe(spot)).toEqual(before);
  const [decisions] = await sql`
    select count(*)::int as count from desk_decisions where organization_id = ${spot.organization}`;
  expect(decisions?.count).toBe(0);
});

test('visits of another property can’t be joined', async () => {
  const { spot, token } = await start(['ABC123', '18:00', 'Entrance']);
  const other = await start(['QRS456', '18:40', 'Exit']);
  const [[visit = 0], [foreign = 0]] = [
    (await describe(spot)).pks,
    (await describe(other.spot)).pks,
  ];
  const { status } = await find(spot, token, visit, {
    verdict: 'joined',
    other: foreign,
    plate: 'ABC123',
    state: null,
  });
  expect(status).toBe(400);
});

const asStay = (other: number) =>
  ({ verdict: 'joined', other, plate: 'ABC123', state: null }) as const;

test('undoing a join of two stays with violations leaves both as they were', async () => {
  const { spot, token } = await start(
    ['ABC123', '16:00', 'Entrance'],
    ['ABC123', '16:30', 'Exit'],
    ['ABC123', '16:33', 'Entrance'],
    ['ABC123', '17:00', 'Exit'],
  );
  const before = await describe(spot);
  const [first = 0, second = 0] = before.pks;
  const { decision } = await decide(spot, token, second, asStay(first));
  const undone = await undo(spot, token, second, decision);
  expect(undone.body.visit).toBe(second);
  await jobs.settle(spot);
  expect(await describe(spot)).toEqual(before);
  expect(await listDisagreements(sql)).toEqual([]);
});

test('a decision can’t be undone once its visit was joined with another', async () => {
  const { spot, token } = await start(
    ['ABC123', '16:00', 'Entrance'],
    ['ABC123', '16:30', 'Exit'],
    ['ABC123', '16:33', 'Entrance'],
    ['ABC123', '17:00', 'Exit'],
  );
  const [first = 0, second = 0] = (await describe(spot)).pks;
  const misread = await decide(spot, token, second, { verdict: 'misread' });
  const joined = await decide(spot, token, first, asStay(second));
  expect((await undo(spot, token, second, misread.decision)).status).toBe(409);
  expect((await undo(spot, token, first, joined.decision)).status).toBe(200);
  await jobs.settle(spot);
  expect(await describe(spot)).toEqual(misread.after);
  expect((await undo(spot, token, second, misread.decision)).status).toBe(200);
});

test('undoing a join keeps what people had found of the other visit before', async () => {
  const { spot, token } = await start(
    ['ABC123', '16:00', 'Entrance'],
    ['ABC123', '16:30', 'Exit'],
    ['XYZ789', '17:00', 'Exit'],
  );
  const [first = 0, second = 0] = (await describe(spot)).pks;
  const { after } = await decide(spot, token, first, { verdict: 'misread' });
  const joined = await decide(spot, token, second, asStay(first));
  expect((await undo(spot, token, second, joined.decision)).status).toBe(200);
  await jobs.settle(spot);
  const again = await describe(spot);
  expect(again.visits).toEqual(after.visits);
  expect(again.open).toBe(0);
});

test.each(['UNKNOWN', 'xxx'])(
  'no plate is corrected to %s, which stands for an unread one',
  async (plate) => {
    const { spot, token } = await start(
      ['ABC123', '16:00', 'Entrance'],
      ['ABC123', '16:30', 'Exit'],
    );
    const before = await describe(spot);
    const [visit = 0] = before.pks;
    const { status, body } = await find(spot, token, visit, {
      verdict: 'corrected',
      plate,
      state: null,
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(deskMessages.placeholder);
    expect(await describe(spot)).toEqual(before);
  },
);

test.each([
  ['15:59', 'Entrance'],
  ['16:01', 'Entrance'],
  ['16:15', 'Entrance'],
  ['16:56', 'Exit'],
  ['16:59', 'Exit'],
  ['17:01', 'Exit'],
] as const)(
  'a late read at %s of the %s of a stay that a person joined is the same car',
  async (time, direction) => {
    const { spot, token } = await start(
      ['ABC123', '16:00', 'Entrance'],
      ['XYZ789', '17:00', 'Exit'],
    );
    const [first = 0, second = 0] = (await describe(spot)).pks;
    const { after } = await decide(spot, token, second, asStay(first));
    await send(spot, ['ABC123', time, direction]);
    const late = await describe(spot);
    expect(late.pks).toEqual(after.pks);
    expect(late.open).toBe(after.open);
  },
);

test('a visit that loses its reads to a corrected one doesn’t wait, and its violation is waived', async () => {
  const { spot, token } = await start(
    ['ABC123', '12:00', 'Entrance'],
    ['ABX123', '12:00', 'Entrance'],
    ['ABX123', '12:01', 'Entrance'],
  );
  const { visits, pks, open } = await describe(spot);
  expect(open).toBe(11_000);
  const visit = pks[visits.findIndex((text) => text.startsWith('ABX123'))] ?? 0;
  const { after } = await decide(spot, token, visit, {
    verdict: 'corrected',
    plate: 'ABC123',
    state: 'AZ',
  });
  expect(after.open).toBe(5500);
  expect(after.visits.toSorted()).toEqual([
    'ABC123 12:00 - grace period misread doubtful',
    'ABC123 12:00 - violator violation_open',
  ]);
});

test('the reads that a corrected one was paired with are paired again, and so when it is undone', async () => {
  const { spot, token } = await start(
    ['ABC123', '11:30', 'Entrance'],
    ['ABC123', '13:30', 'Exit'],
    ['ABX123', '12:30', 'Entrance'],
  );
  const before = await describe(spot);
  expect(before.visits).toEqual([
    'ABC123 11:30 - 13:30 violator violation_open',
    'ABX123 12:30 - violator violation_open',
  ]);
  const other = await decide(spot, token, before.pks[1] ?? 0, {
    verdict: 'corrected',
    plate: 'ABC123',
    state: 'AZ',
  });
  expect(other.after.visits).toEqual([
    'ABC123 11:30 - violator unexplained',
    'ABC123 12:30 - 13:30 violator violation_open',
  ]);
  expect((await undo(spot, token, before.pks[1] ?? 0, other.decision)).status).toBe(200);
  await jobs.settle(spot);
  expect((await describe(spot)).visits).toEqual(before.visits);
});

import type { DeskFinding } from '@lotkeeper/contract/cars/plate-desk';
import { decideDeskItem, undoDeskDecision } from '@lotkeeper/contract/cars/plate-desk';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
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

type Rules = Record<string, string | number | boolean>;
type Seen = [time: string, direction: 'Entrance' | 'Exit', plate?: string];

/** How a visit came to wait: reads, the property's rules before and since, and what happened afterward. */
interface State {
  seen: Seen[];
  before?: Rules;
  since?: Rules;
  isKnown?: boolean;
  /** Hours between the reads' settling and the decision. */
  later?: number;
  more?: (spot: TestSpot) => Promise<unknown>;
}

const stay: Seen[] = [
  ['15T17:00', 'Entrance'],
  ['15T18:00', 'Exit'],
];
const payViolation = async (spot: TestSpot) => {
  await sql`update violations set status = 'Paid' where spot_pk = ${spot.pk}`;
  await sql`update visits set due_at = ${at.clock()} where spot_pk = ${spot.pk}`;
  await jobs.settle(spot);
};

const states: Record<string, State> = {
  'an exit without an entrance': { seen: [['15T18:10', 'Exit']] },
  'an old exit without an entrance': { seen: [['10T18:10', 'Exit']] },
  'a car that is held': {
    seen: [['15T17:00', 'Entrance']],
    before: { second_read: 'before_charge' },
    later: 24,
  },
  'a car that was held by a rule that isn’t one anymore': {
    seen: [['15T17:00', 'Entrance']],
    before: { second_read: 'before_charge' },
    since: { second_read: 'not_needed' },
    later: 24,
  },
  'a known driver who was held by a rule that isn’t one anymore': {
    seen: stay,
    isKnown: true,
    before: { min_charge_confidence: 99 },
    since: { min_charge_confidence: 1 },
  },
  'a young car that nobody charged': {
    seen: stay,
    before: { enforcement_enabled: false },
    since: { enforcement_enabled: true },
    more: (spot) => sql`
      update visits set status = 'violator', outcome = 'unexplained', uncollected = 500 where spot_pk = ${spot.pk}`,
  },
  'a car that was free because enforcement was off': {
    seen: stay,
    before: { enforcement_enabled: false },
    since: { enforcement_enabled: true },
  },
  'a car that left within grace minutes that are shorter now': {
    seen: stay,
    before: { grace_minutes: 90 },
    since: { grace_minutes: 15 },
  },
  'a car that was noticed too late': {
    seen: [
      ['10T17:00', 'Entrance'],
      ['10T18:00', 'Exit'],
    ],
  },
  'an open violation': { seen: stay },
  'an open violation of three days ago': { seen: stay, later: 72 },
  'an open violation that would cost more now': {
    seen: stay,
    since: { penalty_amount: 9900 },
  },
  'a violation that would be held now': { seen: stay, since: { min_charge_confidence: 99 } },
  'a paid violation': { seen: stay, more: payViolation },
  'a known driver who was charged': { seen: stay, isKnown: true },
  'a known driver who was charged three days ago': { seen: stay, isKnown: true, later: 72 },
  'a car that is still in': { seen: [['15T18:55', 'Entrance']] },
  'a car that came twice and may be two': {
    seen: [
      ['15T17:00', 'Entrance'],
      ['15T17:40', 'Entrance'],
      ['15T18:00', 'Exit'],
      ['15T18:20', 'Exit'],
    ],
  },
  'a paid stay that counted as unexplained': {
    seen: stay,
    before: { enforcement_enabled: false },
    since: { enforcement_enabled: true },
    more: async (spot) => {
      const car = { plate: 'ABC123', state: 'AZ', country: 'US' as const };
      await record(sql, spot, [rental(spot, '2026-06-15T17:00:00Z', 500, { car })]);
      await jobs.settle(spot);
      await sql`
        update visits set status = 'violator', outcome = 'unexplained', uncollected = 500, rental_pk = null, due_at = null
        where spot_pk = ${spot.pk} and plate = 'ABC123'`;
    },
  },
  'a known driver’s look-alike': {
    seen: [
      ['15T17:00', 'Entrance', 'A8C123'],
      ['15T18:00', 'Exit', 'A8C123'],
    ],
    isKnown: true,
  },
};

/** A property in a state, with another car's exit; the visits by time. */
async function start({ seen, before, since, isKnown, later = 0, more }: State) {
  at.clock.set('2026-06-15T19:00:00Z');
  const { spot, token } = await makeStaffedSpot(at);
  const setRules = (rules?: Rules) =>
    rules && sql`update spots set ${sql.assignments(rules)} where pk = ${spot.pk}`;
  if (isKnown) {
    const car = { plate: 'ABC123', state: 'AZ', country: 'US' as const };
    const renter = { email: 'robin@example.com' };
    await record(sql, spot, [rental(spot, '2026-05-01T19:00:00Z', 500, { car, renter })]);
  }
  await setRules(before);
  const reads = [...seen, ['15T18:40', 'Exit', 'QRS456'] as const].map(
    ([time, direction, plate = 'ABC123']) =>
      plateRead(spot, `2026-06-${time}:00Z`, direction, { plate, confidence: 0.9 }),
  );
  await recordReads(sql, spot, reads);
  await jobs.settle(spot);
  at.clock.set(toIso(instant(at.clock() + later * hourMs)));
  await jobs.settle(spot);
  await more?.(spot);
  await setRules(since);
  return { spot, token };
}

/** All that a decision can change. What it began and undoing took back stays, without money. */
async function describe(spot: TestSpot) {
  const [visits, rentals, violations, days, revenue] = await Promise.all([
    sql`
      select array(select pk from plate_reads r where r.visit_pk = v.pk order by pk) as reads, plate, state, status,
        outcome, decided, due_at, held, uncollected, verdict, reviewed_at, doubtful, exit_missed, entrance_at, exit_at,
        local_date, rental_pk
      from visits v where spot_pk = ${spot.pk} and exists (select from plate_reads r where r.visit_pk = v.pk)
      order by 1`,
    sql`
      select r.pk, r.start_date, r.end_date, sum(l.gross - l.refund)::int as net, sum(l.tax)::int as tax
      from rentals r join ledger_entries l on l.rental_pk = r.pk
      where r.spot_pk = ${spot.pk} group by r.pk, r.start_date, r.end_date having sum(l.gross - l.refund) <> 0 order by 1`,
    sql`
      select pk, plate, status, amount from violations
      where spot_pk = ${spot.pk} and not (status = 'Waived' and waived_by is null) order by 1`,
    sql`
      select local_date, outcome, visits, uncollected from visit_days
      where spot_pk = ${spot.pk} and visits <> 0 and outcome <> 'misread' order by 1, 2`,
    sql`select coalesce(sum(gross - refunds), 0)::int as net from revenue_days where spot_pk = ${spot.pk}`,
  ]);
  return { visits, rentals, violations, days, revenue };
}

type Make = (all: { pk: number; reads: number[] }[]) => DeskFinding | null;
const decisions: Record<string, Make> = {
  confirmed: () => ({ verdict: 'confirmed' }),
  misread: () => ({ verdict: 'misread' }),
  'not a customer': () => ({ verdict: 'not_customer' }),
  'corrected to another plate': () => ({ verdict: 'corrected', plate: 'ABX123', state: 'AZ' }),
  'corrected to a car that is there': () => ({
    verdict: 'corrected',
    plate: 'QRS456',
    state: null,
  }),
  joined: ([, other]) => ({
    verdict: 'joined',
    other: other?.pk ?? 0,
    plate: 'ABC123',
    state: null,
  }),
  split: ([visit]) =>
    visit && visit.reads.length > 1 ? { verdict: 'split', from: visit.reads[1] ?? 0 } : null,
};

const cases = Object.keys(states).flatMap((state) =>
  Object.keys(decisions).map((decision) => [state, decision] as const),
);

test.each(cases)('%s, %s and undone, is exactly what it was', async (state, decision) => {
  const { spot, token } = await start(states[state] as State);
  const all = await sql<{ pk: number; reads: number[] }[]>`
    select pk, array(select pk from plate_reads r where r.visit_pk = v.pk order by captured_at) as reads
    from visits v where spot_pk = ${spot.pk} order by plate = 'QRS456', pk`;
  const [visit = { pk: 0 }] = all;
  const finding = decisions[decision]?.([...all]);
  if (!finding) return;
  const before = await describe(spot);
  const params = { id: String(spot.organization), visit: String(visit.pk) as never };
  const decided = await at.call(decideDeskItem, { params, body: finding }, { token });
  expect(decided.status).toBe(200);
  const body = { decision: decided.body.decision };
  const undone = await at.call(undoDeskDecision, { params, body }, { token });
  expect(undone.status).toBe(200);
  await jobs.settle(spot);
  expect(await describe(spot)).toEqual(before);
  expect(await listDisagreements(sql)).toEqual([]);
});

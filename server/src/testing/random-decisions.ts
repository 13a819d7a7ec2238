import type { DeskFinding } from '@lotkeeper/contract/cars/plate-desk';
import {
  decideDeskItem,
  previewDeskFindings,
  undoDeskDecision,
} from '@lotkeeper/contract/cars/plate-desk';
import { fromIso, instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { listDisagreements } from '../records/money/ledger.ts';
import { record, rental } from './rentals.factory.ts';
import type { TestSpot } from './spots.factory.ts';
import { testApp } from './test-app.ts';
import { makeStaffedSpot } from './test-property.ts';
import { plateRead, recordReads, settling } from './visits.factory.ts';

const opening = '2026-06-15T09:00:00Z';

const at = await testApp({ now: opening });
const sql = at.database.system;
const jobs = settling(at.database, at.clock);

/** A car of the organization, one that looks alike, one with another character, and a stranger. */
const anyPlate = fc.constantFrom('ABC123', 'A8C123', 'ABX123', 'QRS456');
const anyIndex = fc.nat({ max: 30 });
const anyAction = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('read' as const),
      plate: fc.oneof({ weight: 5, arbitrary: anyPlate }, fc.constant('')),
      minute: fc.nat({ max: 600 }),
      direction: fc.constantFrom('Entrance' as const, 'Exit' as const, null),
      isSettled: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('decide' as const),
      index: anyIndex,
      other: anyIndex,
      plate: anyPlate,
      verdict: fc.constantFrom(
        'confirmed' as const,
        'misread' as const,
        'not_customer' as const,
        'corrected' as const,
        'joined' as const,
        'split' as const,
        'completed' as const,
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('undo' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('wait' as const),
      minutes: fc.constantFrom(20, 180, 1500),
    }),
  },
);
type Action = typeof anyAction extends fc.Arbitrary<infer A> ? A : never;
type Act<Name> = Extract<Action, { act: Name }>;

/** Which reads make a visit each. */
const listReadsOfVisits = async (spot: TestSpot) => {
  const rows = await sql<{ reads: string }[]>`
    select string_agg(pk::text, ' ' order by pk) as reads from plate_reads
    where spot_pk = ${spot.pk} group by visit_pk order by 1`;
  return rows.map(({ reads }) => reads);
};

const readMoney = async (spot: TestSpot): Promise<[charged: number, open: number]> => {
  const [row] = await sql<{ charged: number; open: number }[]>`
    select (select coalesce(sum(gross - refund), 0) from ledger_entries where spot_pk = ${spot.pk})::int as charged,
      (select coalesce(sum(amount), 0) from violations where spot_pk = ${spot.pk} and status = 'Created')::int as open`;
  return [row?.charged ?? 0, row?.open ?? 0];
};

/** What may never be, once a property is settled. */
async function listFaults(spot: TestSpot): Promise<string[]> {
  const rows = await sql<{ fault: string }[]>`
    with money as (
      select v.pk, v.verdict, v.outcome,
        exists (select from plate_reads r where r.visit_pk = v.pk) as has_reads,
        exists (select from violations n where n.visit_pk = v.pk and n.status = 'Created') as is_open,
        (select coalesce(sum(l.gross - l.refund), 0) from rentals r join ledger_entries l on l.rental_pk = r.pk
          where r.source = 'enforcement' and r.external_id = v.external_id) as charged
      from visits v where v.spot_pk = ${spot.pk})
    select 'visit ' || pk || ': ' || fault as fault from money cross join lateral (values
      (outcome is null, 'no outcome'),
      (not has_reads and outcome <> 'misread', 'counts without reads'),
      (charged < 0, 'refunded twice'),
      (charged > 0 and is_open, 'charged, and a violation'),
      (verdict is not null and (charged > 0 or is_open), 'pays for what a person found')) f(is_so, fault)
    where is_so
    union all
    select 'read ' || pk || ': ' || case when visit_pk is null then 'no visit' else 'a visit without a plate' end
    from plate_reads where spot_pk = ${spot.pk} and (visit_pk is null) <> (plate_fold = '')`;
  return rows.map(({ fault }) => fault);
}

interface Made {
  visit: number;
  decision: number;
  /** The reads of each visit before, and how many reads there were. */
  before: string[];
  reads: number;
}

/** A property in which things happen at random. */
async function open(isKnown: boolean) {
  at.clock.set('2026-06-15T19:00:00Z');
  const { spot, token } = await makeStaffedSpot(at);
  if (isKnown) {
    const car = { plate: 'ABC123', state: 'AZ', country: 'US' as const };
    const renter = { email: 'robin@example.com' };
    await record(sql, spot, [rental(spot, '2026-05-01T19:00:00Z', 500, { car, renter })]);
  }
  const made: Made[] = [];
  let reads = 0;
  const settle = async () => {
    await jobs.settle(spot);
    expect(await listFaults(spot)).toEqual([]);
    expect(await listDisagreements(sql)).toEqual([]);
  };
  const paramsOf = (visit: number) => ({
    id: String(spot.organization),
    visit: String(visit) as never,
  });
  const read = async ({ plate, minute, direction, isSettled }: Act<'read'>) => {
    const time = toIso(instant(fromIso(opening) + minute * minuteMs));
    const external_id = `${spot.pk}-${reads++}`;
    await recordReads(sql, spot, [plateRead(spot, time, direction, { plate, external_id })]);
    if (isSettled) await settle();
  };
  const find = async ({ verdict, plate, index, other }: Act<'decide'>) => {
    const visits = await sql<{ pk: number; reads: number[] }[]>`
      select pk, array(select pk from plate_reads where visit_pk = v.pk order by captured_at, pk) as reads
      from visits v where spot_pk = ${spot.pk} order by coalesce(entrance_at, exit_at), plate, pk`;
    const unread = await sql<{ pk: number }[]>`
      select pk from plate_reads where spot_pk = ${spot.pk} and plate = '' order by captured_at, pk`;
    const visit = visits[index % Math.max(1, visits.length)];
    if (!visit) return null;
    const findings: Record<typeof verdict, DeskFinding> = {
      confirmed: { verdict: 'confirmed' },
      misread: { verdict: 'misread' },
      not_customer: { verdict: 'not_customer' },
      corrected: { verdict: 'corrected', plate, state: 'AZ' },
      joined: {
        verdict: 'joined',
        other: visits[other % visits.length]?.pk ?? 0,
        plate,
        state: null,
      },
      split: { verdict: 'split', from: visit.reads[other % Math.max(1, visit.reads.length)] ?? 1 },
      completed: {
        verdict: 'completed',
        read: unread[other % Math.max(1, unread.length)]?.pk ?? 1,
      },
    };
    return { visit: visit.pk, finding: findings[verdict] };
  };
  const decide = async (action: Act<'decide'>) => {
    await settle();
    const found = await find(action);
    if (!found) return;
    const { visit, finding } = found;
    const before = await listReadsOfVisits(spot);
    const [charged, opened] = await readMoney(spot);
    const params = paramsOf(visit);
    const ahead = await at.call(
      previewDeskFindings,
      { params, body: { findings: [finding] } },
      { token },
    );
    const { status, body } = await at.call(decideDeskItem, { params, body: finding }, { token });
    expect([200, 400, 409]).toContain(status);
    expect(ahead.status).toBe(status);
    if (status !== 200) return;
    made.push({ visit, decision: body.decision, before, reads });
    await settle();
    const [effects] = ahead.body.effects;
    const [chargedAfter, openedAfter] = await readMoney(spot);
    expect(effects).toMatchObject({
      charged: (effects?.refunded ?? 0) + chargedAfter - charged,
      violations_opened: (effects?.violations_waived ?? 0) + openedAfter - opened,
    });
  };
  const undo = async () => {
    const last = made.pop();
    if (!last) return;
    const body = { decision: last.decision };
    const { status } = await at.call(
      undoDeskDecision,
      { params: paramsOf(last.visit), body },
      { token },
    );
    expect([200, 409]).toContain(status);
    await settle();
    if (status === 200 && reads === last.reads) {
      expect(await listReadsOfVisits(spot)).toEqual(last.before);
    }
  };
  return async (action: Action) => {
    if (action.act === 'read') return read(action);
    if (action.act === 'decide') return decide(action);
    if (action.act === 'undo') return undo();
    at.clock.forward(action.minutes * minuteMs);
    return settle();
  };
}

/** Lets cameras, people at the plate desk and time do what they do, at as many properties as there are runs. */
export async function decideAtRandom({ numRuns }: { numRuns: number }): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyAction, { minLength: 8, maxLength: 30 }),
      fc.boolean(),
      async (actions, isKnown) => {
        const happen = await open(isKnown);
        for (const action of actions) await happen(action);
      },
    ),
    { numRuns, endOnFailure: true },
  );
}

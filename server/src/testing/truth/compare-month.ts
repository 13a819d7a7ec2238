import type { VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { CarStay } from '@lotkeeper/simulator/truth/month';
import type { TrueOutcome } from '@lotkeeper/simulator/truth/outcomes';
import type { Sql } from '../../kernel/data/database.ts';
import type { PlayedMonth } from './play-month.ts';

/** A visit with what was charged for it. */
interface VisitRow {
  pk: number;
  outcome: VisitOutcome;
  /** What it would have cost at the price in force. */
  uncollected: Cents;
  status: string;
  doubtful: boolean;
  entrance_at: Instant | null;
  exit_at: Instant | null;
  plate_key: string;
  /** What enforcement charged less what it refunded, and the violation unless it was waived. */
  charged: Cents;
  /** Whether it was ever charged, or had a violation. */
  was_charged: boolean;
  /** The plate of its violation, unless that was waived. */
  violation_plate_key: string | null;
  /** Whether a person decided it at the plate desk. */
  was_decided: boolean;
}

interface ReadRow {
  pk: number;
  visit_pk: number | null;
  spot_pk: number;
  direction: 'Entrance' | 'Exit';
  plate_key: string;
  captured_at: Instant;
}

/** All visits of an organization, or one. */
const readVisits = (sql: Sql, organization: number, pk: number | null) => sql<VisitRow[]>`
  select v.pk, v.plate_key, v.outcome, v.uncollected, v.status, v.doubtful, v.entrance_at, v.exit_at,
    (coalesce((
      select sum(l.gross - l.refund) from ledger_entries l
      join rentals a on a.organization_id = l.organization_id and a.pk = l.rental_pk
      where a.organization_id = v.organization_id and a.source = 'enforcement'
        and a.external_id = v.external_id and l.source = 'enforcement'), 0)
      + case when n.status <> 'Waived' then n.amount else 0 end)::bigint as charged,
    n.pk is not null or exists (
      select from rentals a where a.organization_id = v.organization_id and a.source = 'enforcement'
        and a.external_id = v.external_id) as was_charged,
    case when n.status <> 'Waived' then n.plate_key end as violation_plate_key,
    exists (
      select from desk_decisions d
      where d.organization_id = v.organization_id and d.visit_pk = v.pk) as was_decided
  from visits v
  left join violations n on n.organization_id = v.organization_id and n.visit_pk = v.pk
  where v.organization_id = ${organization} and (${pk}::bigint is null or v.pk = ${pk})`;

const readReads = (
  sql: Sql,
  organization: number,
  { visit = null, reads = null }: { visit?: number | null; reads?: readonly number[] | null },
) => sql<ReadRow[]>`
  select r.pk, r.visit_pk, r.spot_pk, coalesce(r.direction, c.direction, f.direction) as direction,
    upper(r.plate) as plate_key, r.captured_at
  from plate_reads r
  join cameras c on c.organization_id = r.organization_id and c.pk = r.camera_pk
  join camera_feeds f on f.organization_id = r.organization_id and f.pk = c.feed_pk
  where r.organization_id = ${organization} and (${visit}::bigint is null or r.visit_pk = ${visit})
    and (${reads === null} or r.pk = any (${[...(reads ?? [])]}::bigint[]))
  order by r.captured_at, r.pk`;

/** A visit, and the stays that its reads are really of. */
export interface ComparedVisit extends VisitRow {
  /** Oldest first. */
  reads: readonly { pk: number; stay: CarStay | null }[];
  entrances: ReadonlySet<CarStay>;
  exits: ReadonlySet<CarStay>;
}

export const listStays = ({ entrances, exits }: ComparedVisit) => [
  ...new Set([...entrances, ...exits]),
];

/** Finds the stay that a read is of, by what its camera reported. */
type FindStay = (read: ReadRow) => CarStay | null;

/** Some formats say when the car was seen first or best. */
const sameReadMs = 2000;

export function indexStays(played: PlayedMonth): FindStay {
  const toKey = (spot: number | undefined, direction: string, plate: string) =>
    [spot, direction, plateKey(plate)].join(' ');
  const sent = Map.groupBy(played.sent, ({ stay, step: { reading } }) =>
    toKey(played.spots.get(stay.lot.spot.pk)?.pk, reading.direction, reading.plate),
  );
  return ({ spot_pk, direction, plate_key, captured_at }) => {
    // A time that can't be is replaced with the time of arrival.
    const near = (sent.get(toKey(spot_pk, direction, plate_key)) ?? []).map((read) => ({
      stay: read.stay,
      ms: Math.min(
        ...[read.arrived_at, read.step.reading.captured_at].map((at) => Math.abs(at - captured_at)),
      ),
    }));
    const [nearest] = near.sort((a, b) => a.ms - b.ms);
    return nearest && nearest.ms <= sameReadMs ? nearest.stay : null;
  };
}

/** An organization's visits, or one, with the stays that their reads are really of. */
export async function readCompared(
  sql: Sql,
  organization: number,
  findStay: FindStay,
  pk: number | null = null,
): Promise<ComparedVisit[]> {
  const reads = await readReads(sql, organization, { visit: pk });
  const byVisit = Map.groupBy(reads, ({ visit_pk }) => visit_pk);
  const visits = await readVisits(sql, organization, pk);
  return visits.map((visit) => {
    const own = (byVisit.get(visit.pk) ?? []).map((read) => {
      return { pk: read.pk, direction: read.direction, stay: findStay(read) };
    });
    const find = (wanted: ReadRow['direction']) =>
      new Set(own.flatMap(({ direction, stay }) => (direction === wanted && stay ? [stay] : [])));
    return { ...visit, reads: own, entrances: find('Entrance'), exits: find('Exit') };
  });
}

/** The stays that reads are really of, each with its read. */
export async function findStaysOf(
  sql: Sql,
  played: PlayedMonth,
  reads: readonly number[],
): Promise<Map<CarStay, number>> {
  const findStay = indexStays(played);
  const rows = await readReads(sql, played.organization, { reads });
  return new Map(
    rows.flatMap((row) => {
      const stay = findStay(row);
      return stay ? [[stay, row.pk] as const] : [];
    }),
  );
}

/** A charge that the truth doesn't justify. */
export interface WrongCharge {
  why: 'another plate' | 'nothing owed' | 'too much';
  stay: CarStay | null;
  visits: readonly ComparedVisit[];
  charged: number;
  owed: number;
}

function listWrongCharges(
  visits: readonly ComparedVisit[],
  truth: ReadonlyMap<string, TrueOutcome>,
): WrongCharge[] {
  const charged = visits.filter((visit) => visit.charged > 0);
  const byStay = Map.groupBy(charged, (visit) => listStays(visit)[0] ?? null);
  return [...byStay].flatMap(([stay, own]): WrongCharge[] => {
    const sum = own.reduce((total, visit) => total + visit.charged, 0);
    const owed = (stay && truth.get(stay.id)?.owed) ?? 0;
    const found = { stay, visits: own, charged: sum, owed };
    const isOther = own.some((visit) => stay === null || isOtherPlate(visit, stay));
    if (owed === 0) return [{ why: isOther ? 'another plate' : 'nothing owed', ...found }];
    if (isOther) return [{ why: 'another plate', ...found }];
    return sum > owed ? [{ why: 'too much', ...found }] : [];
  });
}

/** What became of a month, against the truth. */
export interface Comparison {
  cars: number;
  /** Visits with both ends, those of them whose reads are all of one stay, and the stays that were read at both ends. */
  pairs: number;
  rightPairs: number;
  pairable: number;
  /** Stays whose visits all have the true outcome, without any decision by a person. */
  rightOutcomes: number;
  /** The same with what people found: see `isRightWithDesk`. */
  rightWithDesk: number;
  /** Stays with a visit that a person decided. */
  decided: ComparedStay[];
  /** Stays with an explanation that have a visit without one. */
  unexplained: number;
  wrongCharges: WrongCharge[];
  /** Stays that owe something and were charged nothing. */
  missedCharges: number;
  owing: number;
  /** Stays that owe nothing and were charged, or had a violation, for a while. */
  takenBack: ComparedStay[];
  /** Stays that didn't end as they should, with the desk. */
  wrong: ComparedStay[];
}

/** A stay with its true outcome and its visits. */
export interface ComparedStay {
  stay: CarStay;
  expected: string;
  visits: readonly ComparedVisit[];
}

/** Whether the cameras read another plate than the car's. */
export const isOtherPlate = (
  { plate_key, violation_plate_key }: ComparedVisit,
  stay: CarStay,
): boolean => {
  const key = plateKey(stay.driver.plate);
  return plate_key !== key || (violation_plate_key ?? key) !== key;
};

/**
 * Whether a stay ended as it should. A visit ends so with the true outcome, or because a person found that its plate was
 * misread, as it was, or that it was read twice, or that a car owes nothing, as it does. One of them must have more than a
 * misread plate.
 */
function isRightWithDesk({
  stay,
  visits,
  true: expected,
}: {
  stay: CarStay;
  visits: readonly ComparedVisit[];
  true: TrueOutcome | undefined;
}): boolean {
  const isRight = (visit: ComparedVisit) => {
    if (visit.outcome === 'misread') return isOtherPlate(visit, stay) || visits.length > 1;
    if (visit.outcome === 'not_customer') return expected?.owed === 0;
    return visit.outcome === expected?.outcome;
  };
  return visits.every(isRight) && visits.some(({ outcome }) => outcome !== 'misread');
}

/** Compares what became of a played month with what really happened. */
export async function compareMonth(
  sql: Sql,
  played: PlayedMonth,
  truth: ReadonlyMap<string, TrueOutcome>,
): Promise<Comparison> {
  const { month } = played;
  const visits = await readCompared(sql, played.organization, indexStays(played));
  const ofStay = new Map<CarStay, ComparedVisit[]>(month.stays.map((stay) => [stay, []]));
  for (const visit of visits) for (const stay of listStays(visit)) ofStay.get(stay)?.push(visit);
  const stays = [...ofStay].map(([stay, own]) => ({ stay, visits: own, true: truth.get(stay.id) }));
  const pairs = visits.filter(({ entrances, exits }) => entrances.size > 0 && exits.size > 0);
  const readEnds = Map.groupBy(played.sent, ({ stay }) => stay);
  const isRight = (one: (typeof stays)[number]) =>
    one.visits.length > 0 && one.visits.every(({ outcome }) => outcome === one.true?.outcome);
  const isOpen = (one: (typeof stays)[number]) =>
    one.visits.some(({ outcome }) => outcome === 'unexplained' || outcome === 'present');
  const owing = stays.filter(
    (one) => one.true?.outcome === 'enforced' || one.true?.outcome === 'violation_open',
  );
  const isTakenBack = (one: (typeof stays)[number]) =>
    one.true?.owed === 0 && one.visits.some((visit) => visit.was_charged && visit.charged <= 0);
  const toCompared = (one: (typeof stays)[number]): ComparedStay => ({
    stay: one.stay,
    expected: one.true?.outcome ?? '',
    visits: one.visits,
  });
  const isDecided = (one: (typeof stays)[number]) =>
    one.visits.some(({ was_decided }) => was_decided);
  const wrong = stays.filter((one) => !isRightWithDesk(one));
  return {
    cars: stays.length,
    pairs: pairs.length,
    rightPairs: pairs.filter((visit) => listStays(visit).length === 1).length,
    pairable: [...readEnds.values()].filter(
      (reads) => new Set(reads.map(({ step }) => step.reading.direction)).size === 2,
    ).length,
    rightOutcomes: stays.filter((one) => isRight(one) && !isDecided(one)).length,
    rightWithDesk: stays.length - wrong.length,
    decided: stays.filter(isDecided).map(toCompared),
    unexplained: stays.filter(isOpen).length,
    wrongCharges: listWrongCharges(visits, truth),
    missedCharges: owing.filter((one) => one.visits.every(({ charged }) => charged <= 0)).length,
    owing: owing.length,
    takenBack: stays.filter(isTakenBack).map(toCompared),
    wrong: wrong.map(toCompared),
  };
}

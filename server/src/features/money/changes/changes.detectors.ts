import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant, startOfDay, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { Sql } from '../../../kernel/data/database.ts';
import type { Occasions } from '../../operations/local-intelligence/public.ts';
import { readOccasions } from '../../operations/local-intelligence/public.ts';
import type { Detector, OpenDetectors, Problem } from '../../platform/alerts/public.ts';
import type { DayTakings, UnusualDay } from './unusual-revenue.rules.ts';
import { comparedWeeks, judgeDay, listComparedDays } from './unusual-revenue.rules.ts';

/** A day is judged when its property's clock shows six: by then, what other systems send once a night is there. */
const judgedMs = 6 * hourMs;
/** What arrives late is seen after this long, or when the next day is judged. */
const lookMs = 30 * minuteMs;
/** Properties that one look judges: in the morning of a zone, all of it are due at once. */
const maxJudged = 2000;
/** How long the last ordinary day may be over. */
const longestDays = 7;

interface SpotRow {
  organization_id: number;
  spot_pk: number;
  state: string;
  timezone: TimeZone;
}

interface JudgedSpot extends SpotRow {
  day: LocalDate;
  compared: LocalDate[];
}

const listSpots = (sql: Sql) => sql<SpotRow[]>`
  select organization_id, pk as spot_pk, state, timezone from spots`;

/** The last ordinary day of a property that is over, and the days to compare it with. */
function chooseDay(spot: SpotRow, occasions: Occasions, now: Instant): JudgedSpot | null {
  const isOrdinary = (day: LocalDate) => occasions.find(spot, day) === null;
  const yesterday = judgedDay(spot, now);
  const days = Array.from({ length: longestDays }, (_, ago) => addDays(yesterday, -ago));
  const day = days.find(isOrdinary);
  return day === undefined ? null : { ...spot, day, compared: listComparedDays(day, isOrdinary) };
}

const keyOf = (spotPk: number, day: LocalDate) => `${spotPk} ${day}`;

/** What the chosen days and those they are compared with brought; a property's days before its first rental don't count. */
async function readTakings(sql: Sql, spots: readonly JudgedSpot[]) {
  const days = spots.flatMap(({ organization_id, spot_pk, day, compared }) =>
    [day, ...compared].map((date) => [organization_id, spot_pk, date] as const),
  );
  const rows = await sql<(DayTakings & { spot_pk: number; local_date: LocalDate })[]>`
    select d.spot_pk, d.local_date, sum(d.gross - d.refunds)::bigint as amount, sum(d.rentals)::bigint as rentals
    from unnest(${days.map(([organization]) => organization)}::bigint[],
      ${days.map(([, spot]) => spot)}::bigint[], ${days.map(([, , day]) => day)}::text[])
      w (organization_id, spot_pk, day)
    join revenue_days d on d.organization_id = w.organization_id and d.spot_pk = w.spot_pk
      and d.local_date = w.day::date and d.rental_type = any (${rentalGroups.transient}::text[])
    group by d.organization_id, d.spot_pk, d.local_date`;
  return new Map(rows.map((row) => [keyOf(row.spot_pk, row.local_date), row]));
}

function toProblem(spot: JudgedSpot, unusual: UnusualDay): Problem {
  const { direction, amount, usual } = unusual;
  return {
    organization_id: spot.organization_id,
    spot_pk: spot.spot_pk,
    kind: 'revenue_unusual',
    subject: `revenue ${direction} ${spot.spot_pk}`,
    since: startOfDay(spot.day, spot.timezone),
    cost: direction === 'low' ? usual - amount : null,
    facts: { ...unusual, day: spot.day },
  };
}

const judgedDay = ({ timezone }: SpotRow, now: Instant) =>
  addDays(toLocalDate(instant(now - judgedMs), timezone), -1);

/** Judges the last ordinary days of properties: null for those where it isn't unusual. */
async function judgeSpots(sql: Sql, spots: readonly SpotRow[], now: Instant) {
  const last = toLocalDate(instant(now + 24 * hourMs), 'UTC');
  const span = { from: addDays(last, -7 * comparedWeeks - longestDays - 3), to: last };
  const occasions = await readOccasions(sql, spots, span);
  const judged = spots.flatMap((spot) => chooseDay(spot, occasions, now) ?? []);
  const takings = await readTakings(sql, judged);
  const problems = judged.map((spot) => {
    const found = (day: LocalDate) => takings.get(keyOf(spot.spot_pk, day));
    // A day without a row is one without money, once there was some.
    const first = spot.compared.findLastIndex((day) => found(day) !== undefined);
    const compared = spot.compared
      .slice(0, first + 1)
      .map((day) => found(day) ?? { amount: 0, rentals: 0 });
    const unusual = judgeDay(found(spot.day)?.amount ?? 0, compared);
    return [spot.spot_pk, unusual && toProblem(spot, unusual)] as const;
  });
  return new Map(problems);
}

interface Judgment {
  day: LocalDate;
  at: Instant;
  problem: Problem | null;
}

/**
 * Properties whose last ordinary day brought far less or more than its weekday usually does. Judgments are kept in
 * memory: a property is judged when its day is over, and every half hour.
 */
function openRevenueDetector(): Detector {
  let judgments = new Map<number, Judgment>();
  return {
    kinds: ['revenue_unusual'],
    async findProblems(sql, now) {
      const spots = (await listSpots(sql)).map((spot) => ({
        ...spot,
        yesterday: judgedDay(spot, now),
      }));
      const due = spots
        .filter(({ spot_pk, yesterday }) => {
          const last = judgments.get(spot_pk);
          return last === undefined || last.day !== yesterday || now - last.at >= lookMs;
        })
        .toSorted(
          (a, b) => (judgments.get(a.spot_pk)?.at ?? 0) - (judgments.get(b.spot_pk)?.at ?? 0),
        )
        .slice(0, maxJudged);
      const problems = due.length > 0 ? await judgeSpots(sql, due, now) : new Map<number, null>();
      const known = new Set(spots.map(({ spot_pk }) => spot_pk));
      judgments = new Map([...judgments].filter(([spot]) => known.has(spot)));
      for (const { spot_pk, yesterday } of due)
        judgments.set(spot_pk, { day: yesterday, at: now, problem: problems.get(spot_pk) ?? null });
      return [...judgments.values()].flatMap(({ problem }) => problem ?? []);
    },
  };
}

export const changesDetectors: OpenDetectors = () => [openRevenueDetector()];

import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant, startOfDay, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { Sql } from '../../../../kernel/data/database.ts';
import type { Detector, Problem } from '../problem.ts';
import type { Occasions } from './occasions.queries.ts';
import { readOccasions } from './occasions.queries.ts';
import type { DayTakings, UnusualDay } from './revenue.rules.ts';
import { comparedWeeks, judgeDay, listComparedDays } from './revenue.rules.ts';

/** A day is judged when its property's clock shows six: by then, what other systems send once a night is there. */
const judgedMs = 6 * hourMs;
/** Days change at full or half hours; what arrives late is seen at the next. */
const lookMs = 30 * minuteMs;
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
  const yesterday = addDays(toLocalDate(instant(now - judgedMs), spot.timezone), -1);
  const days = Array.from({ length: longestDays }, (_, ago) => addDays(yesterday, -ago));
  const day = days.find(isOrdinary);
  return day === undefined ? null : { ...spot, day, compared: listComparedDays(day, isOrdinary) };
}

const keyOf = (spotPk: number, day: LocalDate) => `${spotPk} ${day}`;

/** What the chosen days and those they are compared with brought; a property's days before its first rental don't count. */
async function readTakings(sql: Sql, spots: readonly JudgedSpot[]) {
  const days = spots.flatMap(({ organization_id, spot_pk, day, compared }) =>
    [day, ...compared].map((one) => [organization_id, spot_pk, one] as const),
  );
  const rows = await sql<(DayTakings & { spot_pk: number; local_date: LocalDate })[]>`
    select w.spot_pk, d.local_date, d.amount, d.rentals
    from unnest(${days.map(([organization]) => organization)}::bigint[],
      ${days.map(([, spot]) => spot)}::bigint[], ${days.map(([, , day]) => day)}::text[])
      w (organization_id, spot_pk, day)
    cross join lateral (
      select local_date, sum(gross - refunds)::bigint as amount, sum(rentals)::bigint as rentals
      from revenue_days
      where organization_id = w.organization_id and spot_pk = w.spot_pk and local_date = w.day::date
        and rental_type = any (${rentalGroups.transient}::text[])
      group by local_date) d`;
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

async function findUnusual(sql: Sql, now: Instant): Promise<Problem[]> {
  const spots = await listSpots(sql);
  const last = toLocalDate(instant(now + 24 * hourMs), 'UTC');
  const span = { from: addDays(last, -7 * comparedWeeks - longestDays - 3), to: last };
  const occasions = await readOccasions(sql, spots, span);
  const judged = spots.flatMap((spot) => chooseDay(spot, occasions, now) ?? []);
  const takings = await readTakings(sql, judged);
  return judged.flatMap((spot) => {
    const found = (day: LocalDate) => takings.get(keyOf(spot.spot_pk, day));
    // A day without a row is one without money, once there was some.
    const first = spot.compared.findLastIndex((day) => found(day) !== undefined);
    const compared = spot.compared
      .slice(0, first + 1)
      .map((day) => found(day) ?? { amount: 0, rentals: 0 });
    const unusual = judgeDay(found(spot.day)?.amount ?? 0, compared);
    return unusual ? [toProblem(spot, unusual)] : [];
  });
}

/** Properties whose last ordinary day brought far less or more than its weekday usually does. */
export function openRevenueDetector(): Detector {
  let last: { slot: number; problems: Problem[] } | null = null;
  return {
    kinds: ['revenue_unusual'],
    async findProblems(sql, now) {
      const slot = Math.floor(now / lookMs);
      if (last?.slot !== slot) last = { slot, problems: await findUnusual(sql, now) };
      return last.problems;
    },
  };
}

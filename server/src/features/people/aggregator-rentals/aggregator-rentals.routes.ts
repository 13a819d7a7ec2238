import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { firstOfMonth } from '@lotkeeper/contract/kernel/month-year';
import type { AggregatorDay } from '@lotkeeper/contract/people/aggregator-rentals';
import {
  aggregatorNames,
  downloadAggregatorRentals,
  getAggregatorRentals,
} from '@lotkeeper/contract/people/aggregator-rentals';
import { aggregators } from '@lotkeeper/contract/people/rentals';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { CsvColumns } from '../../../kernel/http/csv.ts';
import { toCsvFile } from '../../../kernel/http/csv.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import { readSpotName } from '../../platform/spots/public.ts';
import { readStays } from './aggregator-rentals.queries.ts';
import { countByDay, daysOfMonth } from './aggregator-rentals.rules.ts';

async function readDays(
  scope: SpotScope,
  month: LocalDate,
  now: Instant,
): Promise<AggregatorDay[]> {
  const today = toLocalDate(now, scope.timezone);
  const { dates, midnights } = daysOfMonth(month, today, scope.timezone);
  return dates.length > 0 ? countByDay(dates, await readStays(scope, midnights)) : [];
}

const columns: CsvColumns<AggregatorDay> = [
  ['Date', (day) => day.date],
  ...aggregators.map(
    (source) => [aggregatorNames[source], (day: AggregatorDay) => day[source]] as const,
  ),
  ['Total', (day) => day.total_rentals],
];

/** Active rentals by the source that brought them. */
export function aggregatorRentalsRoutes(serve: Serve): void {
  serve(getAggregatorRentals, ({ scope, query, now }) => readDays(scope, firstOfMonth(query), now));

  serve(downloadAggregatorRentals, async ({ scope, query, now }) => {
    const month = firstOfMonth(query);
    const name = `aggregator-rentals ${inFileName(await readSpotName(scope))} ${month.slice(0, 7)}`;
    return toCsvFile(name, columns, [await readDays(scope, month, now)]);
  });
}

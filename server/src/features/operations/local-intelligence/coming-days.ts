import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { ComingOccasion } from '@lotkeeper/contract/operations/local-intelligence';
import type { WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import { listHolidays } from '../../../records/operations/holidays.ts';
import { listComingOccasions } from './coming-days.rules.ts';
import { readEventsBySpot } from './local-intelligence.queries.ts';

/** Events, closed days and holidays of all properties on the days that `chooseSpan` gives each, within some days. */
export async function readComingOccasions(
  scope: WholeOrganizationScope,
  within: DaySpan,
  chooseSpan: (timezone: TimeZone) => DaySpan = () => within,
): Promise<ComingOccasion[]> {
  const spots = await Promise.all(
    (await readEventsBySpot(scope, within)).map(async ({ pk, name, rows, ...location }) => {
      const span = chooseSpan(location.timezone);
      return { pk, name, span, events: rows, holidays: await listHolidays(span, location) };
    }),
  );
  return listComingOccasions(spots);
}

import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, toIso } from '@lotkeeper/contract/kernel/calendar';
import { daysInForce, startOfCalendarDay } from '@lotkeeper/contract/operations/calendar-days';
import type { RateDraft, RateSettings } from '@lotkeeper/contract/operations/rates';
import {
  createRate,
  listExperimentDays,
  listRateDays,
  rateMessages,
  rateProblems,
  removeRate,
  settledRate,
  updateRate,
} from '@lotkeeper/contract/operations/rates';
import { isScopeSpot } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { requireFound, wrongFields } from '../../../kernel/refusal.ts';
import { requireShown } from '../../../records/shown.ts';
import {
  deleteRateRow,
  insertRate,
  listExperimentRows,
  listRateRows,
  lockRate,
  recordRateChange,
  updateRateRow,
} from './rates.queries.ts';
import { toRate, toRow, toSettings } from './rates.rules.ts';

/** The times between calendar days. */
const toInstantRange = (days: { start: LocalDate; end: LocalDate }, zone: TimeZone) =>
  [startOfCalendarDay(days.start, zone), startOfCalendarDay(addDays(days.end, 1), zone)] as const;

/** Lists an item once for each of the given days that it is in force. */
const repeatOnDays = <T extends object>(
  item: T,
  force: Parameters<typeof daysInForce>[0],
  days: { start: LocalDate; end: LocalDate },
  zone: TimeZone,
) =>
  daysInForce(force, days.start, days.end, zone).map(({ day, start, end }) => ({
    ...item,
    date_string: day,
    start: toIso(start),
    end: toIso(end),
  }));

/** Returns a valid rate; refuses any other, listing all wrong fields at once. */
function checkRate(draft: RateDraft): RateSettings {
  const problems = rateProblems(draft);
  const settled = settledRate(draft);
  if (Object.keys(problems).length > 0 || settled.price === null) throw wrongFields(problems);
  return { ...settled, price: settled.price };
}

/** A property's rates and pricing experiments, day by day. */
export function ratesRoutes(serve: Serve): void {
  serve(listRateDays, async ({ scope, query }) => {
    const zone = scope.timezone;
    const rows = await listRateRows(scope, ...toInstantRange(query, zone));
    const results = rows.flatMap((row) => {
      const rate = toRate(toSettings(row, zone), { pk: row.pk, spot: scope.spotPk });
      return repeatOnDays(rate, row, query, zone);
    });
    return { results, count: results.length };
  });

  serve(listExperimentDays, async ({ scope, query }) => {
    const zone = scope.timezone;
    const rows = await listExperimentRows(scope, ...toInstantRange(query, zone));
    const results = rows.flatMap(({ starts_at, ends_at, ...experiment }) => {
      return repeatOnDays(experiment, { interval: 'daily', starts_at, ends_at }, query, zone);
    });
    return { results, count: results.length };
  });

  serve(createRate, async ({ scope, body, now }) => {
    const { spot: _, ...draft } = body;
    const after = checkRate(draft);
    return scope.write(async (tx) => {
      const pk = await insertRate(tx, scope, toRow(after, scope.timezone));
      await recordRateChange(tx, scope, now, { act: 'create', pk, after });
      return toRate(after, { pk, spot: scope.spotPk });
    });
  });

  serve(updateRate, async ({ scope, params, body, now }) => {
    const { shown, spot, ...change } = body;
    if (spot !== undefined && !isScopeSpot(scope, spot)) {
      throw wrongFields({ spot: rateMessages.otherSpot });
    }
    return scope.write(async (tx) => {
      const row = requireFound(await lockRate(tx, scope, params.id), 'rate');
      const before = toSettings(row, scope.timezone);
      await requireShown(tx, scope, shown, before, { subject: 'rate', pk: row.pk });
      const after = checkRate({ ...before, ...(change as Partial<RateSettings>) });
      const days = {
        // An unchanged day keeps its time, which need not be 5:00.
        ...(after.start_date === before.start_date ? { starts_at: row.starts_at } : {}),
        ...(after.end_date === before.end_date ? { ends_at: row.ends_at } : {}),
      };
      await updateRateRow(tx, scope, row.pk, { ...toRow(after, scope.timezone), ...days });
      await recordRateChange(tx, scope, now, { act: 'change', pk: row.pk, before, after });
      return toRate(after, { pk: row.pk, spot: scope.spotPk });
    });
  });

  serve(removeRate, async ({ scope, params, now }) => {
    await scope.write(async (tx) => {
      const row = requireFound(await lockRate(tx, scope, params.id), 'rate');
      await deleteRateRow(tx, scope, row.pk);
      const before = toSettings(row, scope.timezone);
      await recordRateChange(tx, scope, now, { act: 'remove', pk: row.pk, before });
    });
  });
}

import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant } from '@lotkeeper/contract/kernel/calendar';
import { startOfCalendarDay, toCalendarDay } from '@lotkeeper/contract/operations/calendar-days';
import type { Rate, RateSettings } from '@lotkeeper/contract/operations/rates';
import type { RateRow } from './rates.queries.ts';

/** A rate as people enter it: its times as calendar days. */
export function toSettings(row: RateRow, zone: TimeZone): RateSettings {
  const { pk: _, starts_at, ends_at, ...settings } = row;
  return {
    ...settings,
    start_date: toCalendarDay(starts_at, zone),
    end_date: ends_at === null ? null : toCalendarDay(instant(ends_at - 1), zone),
  };
}

/** A stored rate: from the beginning of its first calendar day to the end of its last. */
export function toRow(rateSettings: RateSettings, zone: TimeZone): Omit<RateRow, 'pk'> {
  const { start_date, end_date, ...settings } = rateSettings;
  return {
    ...settings,
    starts_at: startOfCalendarDay(start_date, zone),
    ends_at: end_date && startOfCalendarDay(addDays(end_date, 1), zone),
  };
}

/** A rate on the wire. */
export const toRate = (
  rateSettings: RateSettings,
  { pk, spot }: { pk: number; spot: number },
): Rate => ({
  ...rateSettings,
  pk,
  spot,
  pricing_model_type: rateSettings.curve.kind,
});

import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { instant, toLocalTime } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { cents, shortDollarsText } from '@lotkeeper/contract/kernel/money';
import type { PricePoint } from '@lotkeeper/contract/operations/pricing';
import type { PricePointRow } from './pricing.queries.ts';

function toPoint(at: Instant, row: PricePointRow, zone: TimeZone): PricePoint {
  return {
    local_time: toLocalTime(at, zone),
    price: cents(row.price),
    price_formatted: shortDollarsText(cents(row.price)),
    base_price: cents(row.base_price),
    strategy: row.strategy,
    multiplier: row.base_price > 0 ? Math.round((row.price / row.base_price) * 1000) / 1000 : 1,
  };
}

/** One point per hour from `from` to `now`: the price in force when the hour began; none before the first price. */
export function hourlyPrices(
  rows: readonly PricePointRow[],
  range: { from: Instant; now: Instant },
  zone: TimeZone,
): PricePoint[] {
  const points: PricePoint[] = [];
  let index = -1;
  for (let at: number = range.from; at <= range.now; at += hourMs) {
    while (index + 1 < rows.length && (rows[index + 1] as PricePointRow).starts_at <= at) index++;
    const row = rows[index];
    if (row) points.push(toPoint(instant(at), row, zone));
  }
  return points;
}

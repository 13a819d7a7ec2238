import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import { formatTaxRate } from '@lotkeeper/contract/money/taxes';
import type { Reader } from './taxes.queries.ts';
import { readKnownSegments } from './taxes.queries.ts';
import { listWrong } from './taxes.rules.ts';

/** Tax of a month that was taken other than by the rates in force: how much more or, below 0, less, and where. */
export async function readWrongTaxes(reader: Reader, month: LocalDate) {
  const days = { from: month, to: addDays(addMonths(month, 1), -1) };
  const { properties, segments } = await readKnownSegments(reader, days);
  return listWrong(segments, properties).map((wrong) => {
    const { property, rental_group, start_date, end_date, taken, by_rates, taken_rate, rate } =
      wrong;
    return {
      spot_pk: property.pk,
      amount: taken - by_rates,
      detail: `${property.name}, ${rental_group}: taxed at ${formatTaxRate(taken_rate)} instead of ${formatTaxRate(rate)} from ${start_date} to ${end_date}`,
    };
  });
}

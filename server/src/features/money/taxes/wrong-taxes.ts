import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import { formatDayRange } from '@lotkeeper/contract/kernel/format';
import { formatTaxRate } from '@lotkeeper/contract/money/taxes';
import type { Reader } from './taxes.queries.ts';
import { readTaxes } from './taxes.queries.ts';
import { listWrong } from './wrong-taxes.rules.ts';

/** Tax of a month that was taken other than by the rates in force: how much more or, below 0, less, and where. */
export async function readWrongTaxes(reader: Reader, month: LocalDate) {
  const days = { from: month, to: addDays(addMonths(month, 1), -1) };
  const { properties, wrong } = await readTaxes(reader, days);
  return listWrong(wrong, properties).map(({ property, rental_group, ...line }) => {
    const runs = line.days.map(({ start_date, end_date }) => formatDayRange(start_date, end_date));
    const rates = line.rates_in_force.map(formatTaxRate).join(' or ');
    return {
      spot_pk: property.pk,
      amount: line.taken - line.by_rates,
      detail: `${property.name}, ${rental_group}: taxed at ${formatTaxRate(line.taken_rate)} instead of ${rates} on ${runs.join(', ')}`,
    };
  });
}

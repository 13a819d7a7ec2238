import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { plateCountries, states } from '@lotkeeper/contract/kernel/places';
import type { DaySpan } from '../day-spans.ts';

/** A day that the calendar of a country or state names. */
export interface Holiday {
  date: LocalDate;
  name: string;
  /** Whether offices are closed by law. */
  rest: boolean;
}

/** Where a property is. */
export interface Place {
  state: string;
  timezone: TimeZone;
}

/** Public holidays when most people work. */
const workedHolidays = ['Columbus Day', 'Veterans Day'];

/** Whether most people have the day off. */
export const isDayOff = ({ name, rest }: Holiday) => rest && !workedHolidays.includes(name);

/** Observances that don't change where people park. */
const ignored = ['Administrative Professionals Day', 'Groundhog Day', 'Tax Day'];

/** Computed years by state: one takes about 2 ms. */
const computed = new Map<string, Holiday[]>();
const maxComputed = 1000;

/** Lists the holidays of a range at a location in the United States, Mexico, or Canada, by date. */
export async function listHolidays(span: DaySpan, { state, timezone }: Place): Promise<Holiday[]> {
  const { default: Holidays } = await import('date-holidays');
  // Five states share their code with one in another country; the time zone distinguishes them.
  const countries = plateCountries.filter((name) => states[name].some((code) => code === state));
  const hasZone = (name: string) => new Holidays(name).getTimezones().includes(timezone);
  const country = countries.find(hasZone) ?? countries[0] ?? 'US';

  const computeYear = (year: number) => {
    const calendar = new Holidays(country, state, {
      languages: country === 'CA' ? 'en' : ['en-us', 'en'],
    });
    // A holiday in some states only, but noticeable in all.
    if (country === 'US')
      calendar.setHoliday('easter -2', { name: { en: 'Good Friday' }, type: 'observance' });
    return calendar
      .getHolidays(year)
      .filter(({ name }) => !ignored.includes(name))
      .map(({ date, name, type, substitute }) => ({
        date: date.slice(0, 10) as LocalDate,
        name: name.replace('(substitute day)', '(observed)'),
        rest: type === 'public' && !substitute,
      }));
  };

  const [first, last] = [span.from, span.to].map((date) => Number(date.slice(0, 4)));
  const found: Holiday[] = [];
  for (let year = first ?? 0; year <= (last ?? 0); year += 1) {
    const key = `${country} ${state} ${year}`;
    const holidays = computed.get(key) ?? computeYear(year);
    if (computed.size >= maxComputed) computed.clear();
    computed.set(key, holidays);
    found.push(...holidays.filter(({ date }) => date >= span.from && date <= span.to));
  }
  return found;
}

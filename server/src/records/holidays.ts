import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { plateCountries, states } from '@lotkeeper/contract/kernel/places';
import type { DaySpan } from './day-spans.ts';

/** A day that the calendar of a country or a state names. */
export interface Holiday {
  date: LocalDate;
  name: string;
  /** Offices are closed by law. */
  rest: boolean;
}

/** Where a property is. */
export interface Place {
  state: string;
  timezone: TimeZone;
}

/** Observances that don't change where people park. */
const ignored = ['Administrative Professionals Day', 'Groundhog Day', 'Tax Day'];

/** The years of each state that were computed: one takes some 2 ms. */
const computed = new Map<string, Holiday[]>();
const maxComputed = 1000;

/** The holidays of a span at a place in the United States, Mexico or Canada, in the order of their dates. */
export async function listHolidays(span: DaySpan, { state, timezone }: Place): Promise<Holiday[]> {
  const { default: Holidays } = await import('date-holidays');
  // Five states share their letters with one of another country: the zone says which is meant.
  const countries = plateCountries.filter((name) => states[name].some((code) => code === state));
  const hasZone = (name: string) => new Holidays(name).getTimezones().includes(timezone);
  const country = countries.find(hasZone) ?? countries[0] ?? 'US';

  const computeYear = (year: number) => {
    const calendar = new Holidays(country, state, {
      languages: country === 'CA' ? 'en' : ['en-us', 'en'],
    });
    // A holiday in some states only, but noticed in all.
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

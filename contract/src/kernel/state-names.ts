import type { PlateCountry } from './places.ts';
import { plateCountries, states } from './places.ts';

// In the order of the codes in places.ts; a test compares the two.
const names: Record<PlateCountry, string> = {
  US: 'Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,District of Columbia,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Puerto Rico,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming',
  MX: 'Aguascalientes,Baja California,Baja California Sur,Chihuahua,Colima,Campeche,Coahuila,Chiapas,Ciudad de México,Durango,Guerrero,Guanajuato,Hidalgo,Jalisco,Estado de México,Michoacán,Morelos,Nuevo León,Nayarit,Oaxaca,Puebla,Querétaro,Quintana Roo,Sinaloa,San Luis Potosí,Sonora,Tabasco,Tlaxcala,Tamaulipas,Veracruz,Yucatán,Zacatecas',
  CA: 'Alberta,British Columbia,Manitoba,New Brunswick,Newfoundland and Labrador,Nova Scotia,Northwest Territories,Nunavut,Ontario,Prince Edward Island,Quebec,Saskatchewan,Yukon',
};

/** A state or province with its name; `pair` is `country_state`, such as `US_AZ`. */
export interface PlateState {
  pair: string;
  country: PlateCountry;
  state: string;
  name: string;
}

/** Every state and province whose plates are accepted, by country and name. */
export const plateStates: readonly PlateState[] = plateCountries.flatMap((country) => {
  const known = names[country].split(',');
  return states[country]
    .map((state, at) => ({
      pair: `${country}_${state}`,
      country,
      state,
      name: known[at] ?? state,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
});

/** Finds the state of a `country_state` pair; null if there is none. */
export const stateOfPair = (pair: string): PlateState | null =>
  plateStates.find((state) => state.pair === pair) ?? null;

/** Other common names for states. */
const nicknames: Record<string, string> = {
  CDMX: 'MX_CX',
  'Mexico City': 'MX_CX',
  'Washington DC': 'US_DC',
  Newfoundland: 'CA_NL',
};

/** Letters only, without accents, in capitals. */
const folded = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase();

const byName = Map.groupBy(
  [
    ...plateStates.flatMap((state) =>
      [...new Set([state.state, state.pair, state.name].map(folded))].map((name) => ({
        name,
        one: state,
      })),
    ),
    ...Object.entries(nicknames).flatMap(([name, pair]) => {
      const state = stateOfPair(pair);
      return state ? [{ name: folded(name), one: state }] : [];
    }),
  ],
  ({ name }) => name,
);

/**
 * Finds a state by code or name, such as 'AZ', 'Arizona' or 'nuevo leon'. Without a country, the name must be
 * unique, or a US state; null if none matches.
 */
export function stateNamed(name: string, country: PlateCountry | null): PlateState | null {
  const known = (byName.get(folded(name)) ?? []).map(({ one: state }) => state);
  const found = country === null ? known : known.filter((state) => state.country === country);
  const [only] = found;
  return (found.length === 1 ? only : found.find((state) => state.country === 'US')) ?? null;
}

/** The pair of a property's own state, by its two letters; null outside the United States. */
export const findHomePair = (state: string): string | null =>
  stateOfPair(`US_${state}`)?.pair ?? null;

import { plateStates } from '@lotkeeper/contract/kernel/state-names';

/**
 * The time zones of states and provinces, by their two letters, after the tz database; of a state with several the one of
 * most people first. Those of Mexico aren't in it.
 */
const statesOfZones: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR',
  'America/Toronto': 'ON QC',
  'America/Vancouver': 'BC',
  'America/Edmonton': 'AB NT',
  'America/Winnipeg': 'MB',
  'America/Regina': 'SK',
  'America/Halifax': 'NS PE',
  'America/Moncton': 'NB',
  'America/Whitehorse': 'YT',
};

/** What else is kept in states that have more than one time zone. */
const otherZones: Readonly<Record<string, readonly string[]>> = {
  AK: ['America/Adak'],
  FL: ['America/Chicago'],
  ID: ['America/Los_Angeles'],
  IN: ['America/Indiana/Indianapolis', 'America/Chicago'],
  KS: ['America/Denver'],
  KY: ['America/Chicago'],
  MI: ['America/Detroit', 'America/Menominee'],
  ND: ['America/Denver'],
  NE: ['America/Denver'],
  NV: ['America/Denver'],
  ON: ['America/Winnipeg'],
  OR: ['America/Boise'],
  SD: ['America/Denver'],
  TN: ['America/New_York'],
  TX: ['America/Denver'],
};

/** The larger cities of the smaller zone of a state with two, where the state's first zone would be wrong. */
const citiesElsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  FL: {
    'America/Chicago':
      'Pensacola,Panama City,Panama City Beach,Destin,Fort Walton Beach,Navarre,Gulf Breeze,Miramar Beach,Crestview,Niceville,Milton,Marianna',
  },
  ID: {
    'America/Los_Angeles': 'Coeur d’Alene,Lewiston,Moscow,Post Falls,Sandpoint,Hayden,Kellogg',
  },
  IN: {
    'America/Chicago':
      'Gary,Hammond,East Chicago,Evansville,Merrillville,Michigan City,Valparaiso,Portage,Crown Point,La Porte',
  },
  KS: { 'America/Denver': 'Goodland,Sharon Springs,Tribune,Syracuse' },
  KY: {
    'America/Chicago':
      'Bowling Green,Owensboro,Paducah,Hopkinsville,Henderson,Madisonville,Murray,Mayfield',
  },
  MI: { 'America/Menominee': 'Iron Mountain,Menominee,Ironwood,Kingsford' },
  ND: { 'America/Denver': 'Dickinson,Medora,Bowman,Beach' },
  NE: { 'America/Denver': 'Scottsbluff,Gering,Alliance,Sidney,Chadron,Ogallala' },
  NV: { 'America/Denver': 'West Wendover,Jackpot' },
  ON: { 'America/Winnipeg': 'Kenora,Dryden,Fort Frances,Rainy River' },
  OR: { 'America/Boise': 'Ontario,Vale,Nyssa' },
  SD: { 'America/Denver': 'Rapid City,Sturgis,Deadwood,Spearfish,Hot Springs,Custer,Lead' },
  TN: {
    'America/New_York':
      'Knoxville,Chattanooga,Johnson City,Kingsport,Bristol,Gatlinburg,Pigeon Forge,Sevierville,Oak Ridge,Maryville,Morristown,Cleveland,Greeneville',
  },
  TX: { 'America/Denver': 'El Paso,Socorro,Horizon City' },
};

/** Large cities by zone, which people type to find theirs. */
const largeCities: Readonly<Record<string, string>> = {
  'America/New_York':
    'Tampa, Miami, Orlando, Jacksonville, St. Petersburg, Fort Lauderdale, Atlanta, Savannah, Charlotte, Raleigh, Charleston, Boston, Philadelphia, Pittsburgh, Baltimore, Washington, Cleveland, Columbus, Cincinnati, Indianapolis, Louisville, Buffalo, Newark, Richmond, Providence',
  'America/Chicago':
    'Houston, Dallas, Austin, San Antonio, Fort Worth, Nashville, Memphis, Milwaukee, Minneapolis, St. Louis, Kansas City, New Orleans, Oklahoma City, Tulsa, Omaha, Birmingham, Des Moines',
  'America/Denver':
    'Salt Lake City, Albuquerque, Santa Fe, Boise, Colorado Springs, Aspen, Jackson',
  'America/Phoenix': 'Tucson, Mesa, Scottsdale, Tempe, Flagstaff',
  'America/Los_Angeles':
    'San Diego, San Francisco, San Jose, Oakland, Sacramento, Las Vegas, Reno, Portland, Seattle, Tacoma, Spokane',
  'America/Toronto': 'Ottawa, Montréal, Montreal, Québec, Hamilton',
  'America/Edmonton': 'Calgary, Banff',
};

/** Names as people type them: without accents, periods and typographic apostrophes. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f.'’]/g, '')
    .trim()
    .toLowerCase();

/**
 * The time zone that an address is probably in; '' if its state isn't known. `isSure` is false where the state has
 * another zone, or its letters are of two states, and the city says nothing.
 */
export function chooseZone(state: string, city: string): { zone: string; isSure: boolean } {
  const [zone = '', ...others] = listZonesOf(state);
  const found = Object.entries(citiesElsewhere[state] ?? {}).find(([, cities]) =>
    cities.split(',').some((name) => fold(name) === fold(city)),
  );
  if (found) return { zone: found[0], isSure: true };
  const sharing = plateStates.filter((known) => known.state === state);
  return { zone, isSure: zone !== '' && others.length === 0 && sharing.length === 1 };
}

/** Zones that people mean first when they type a name that several have, such as Eastern. */
export const mainZones: readonly string[] = Object.keys(statesOfZones);

/** What a zone is found by beside its name: its states, large cities, and abbreviations such as EST. */
export function listZoneKeywords(zone: string): string {
  const owners = plateStates.filter(({ state }) => listZonesOf(state).includes(zone));
  const abbreviations = [0, 182].map((day) =>
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
      .formatToParts(day * 86_400_000)
      .find(({ type }) => type === 'timeZoneName'),
  );
  return [
    ...owners.map(({ name, state }) => `${name} ${state}`),
    largeCities[zone] ?? '',
    ...abbreviations.map((part) => part?.value ?? ''),
  ].join(', ');
}

/** The time zones of a state by its two letters, the most likely first; none if it isn't known. */
export function listZonesOf(state: string): string[] {
  const own = Object.entries(statesOfZones).find(([, states]) => states.split(' ').includes(state));
  return own ? [own[0], ...(otherZones[state] ?? [])] : [];
}

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

/** The time zone of a state that has only one; null if it may have another, or the letters are of two states. */
export function findOnlyZone(state: string): string | null {
  const [zone, ...others] = listZonesOf(state);
  const sharing = plateStates.filter((known) => known.state === state);
  return zone !== undefined && others.length === 0 && sharing.length === 1 ? zone : null;
}

/** The time zones of a state by its two letters, the most likely first; none if it isn't known. */
export function listZonesOf(state: string): string[] {
  const own = Object.entries(statesOfZones).find(([, states]) => states.split(' ').includes(state));
  return own ? [own[0], ...(otherZones[state] ?? [])] : [];
}

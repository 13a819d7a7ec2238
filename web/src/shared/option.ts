import type { PlateState } from '@lotkeeper/contract/kernel/state-names';

/** An option labeled by its own value: 'monthly' becomes 'Monthly', and 'America/New_York' 'America/New York'. */
export const toOption = (value: string) => ({
  value,
  label: `${value.slice(0, 1).toUpperCase()}${value.slice(1)}`.replaceAll('_', ' '),
});

/** A time zone with its common name, so people find both: "America/Phoenix, Mountain Standard Time". */
export function toZoneOption(zone: string) {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' });
  const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value;
  const { label } = toOption(zone);
  return { value: zone, label: name ? `${label}, ${name}` : label };
}

/** States by name and code, "Arizona (AZ)"; a code that two countries use is one option. */
export function toStateOptions(states: readonly PlateState[]) {
  const byCode = Map.groupBy(states, ({ state }) => state);
  return [...byCode].map(([value, found]) => ({
    value,
    label: `${found.map(({ name }) => name).join(' or ')} (${value})`,
  }));
}

import type { PlateState } from '@lotkeeper/contract/kernel/state-names';

/** A value of a form's choice under its own name: 'monthly' reads 'Monthly', 'America/New_York' 'America/New York'. */
export const toOption = (value: string) => ({
  value,
  label: `${value.slice(0, 1).toUpperCase()}${value.slice(1)}`.replaceAll('_', ' '),
});

/** A time zone with what people call it, so that both are found: "America/Phoenix, Mountain Standard Time". */
export function toZoneOption(zone: string) {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' });
  const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value;
  const { label } = toOption(zone);
  return { value: zone, label: name ? `${label}, ${name}` : label };
}

/** States by name with their codes, "Arizona (AZ)"; a code that two countries use is one choice. */
export function toStateOptions(states: readonly PlateState[]) {
  const byCode = Map.groupBy(states, ({ state }) => state);
  return [...byCode].map(([value, found]) => ({
    value,
    label: `${found.map(({ name }) => name).join(' or ')} (${value})`,
  }));
}

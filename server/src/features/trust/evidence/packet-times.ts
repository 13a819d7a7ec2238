import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';

/** Creates the formatter of a packet's times: 'Nov 25, 2026, 5:30:12 PM MST', at the property. */
export function makeTimeFormat(timeZone: TimeZone): (at: number | Instant) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
  return (at) => format.format(at).replace(/\s/g, ' ');
}

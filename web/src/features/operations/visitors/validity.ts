import type {
  CodeEvent,
  ValidityType,
  VisitorCode,
} from '@lotkeeper/contract/operations/visitor-codes';
import { getValidityType } from '@lotkeeper/contract/operations/visitor-codes';
import { formatDate } from '../../../kernel/format.ts';

export const typeOptions = [
  { value: 'events', label: 'For an event' },
  { value: 'temporary', label: 'For a few hours or days' },
  { value: 'expiration', label: 'Until a certain date' },
  { value: 'always', label: 'Always valid' },
] as const satisfies readonly { value: ValidityType; label: string }[];

const amount = (count: number | null, unit: string) =>
  count ? [`${count} ${unit}${count === 1 ? '' : 's'}`] : [];

/** How long a code gives free parking, in words. */
export function validityText(code: VisitorCode): string {
  switch (getValidityType(code)) {
    case 'events':
      return `During ${code.event_names.join(', ')}`;
    case 'temporary':
      return [...amount(code.days_valid, 'day'), ...amount(code.hours_valid, 'hour')].join(', ');
    case 'always':
      return 'Always valid';
    case 'expiration':
      return 'Until it expires';
    default:
      return 'Not valid: its events are gone';
  }
}

/** The events that a code can be linked to, including those it already is, with their dates. */
export function eventOptions(events: readonly CodeEvent[], code: VisitorCode | null) {
  const eventPks = new Set(events.map(({ pk }) => pk));
  const past = (code?.events ?? []).flatMap((pk, at) =>
    eventPks.has(pk) ? [] : [{ value: String(pk), label: code?.event_names[at] ?? String(pk) }],
  );
  const coming = events.map(({ pk, name, interval, date }) => ({
    value: String(pk),
    label: `${name} · ${interval === 'one_time' && date ? formatDate(date) : interval}`,
  }));
  return [...coming, ...past];
}

import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { instant, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import { isDayText } from '@lotkeeper/contract/kernel/day-text';
import { cents, shortDollarsText } from '@lotkeeper/contract/kernel/money';
import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';
import { toDate } from '../../../kernel/clock.ts';
import type { Problem } from './problem.ts';

/** An alert with the names that its texts need. */
export interface NamedAlert {
  organization_id: number;
  kind: AlertKind;
  subject: string;
  spot_pk: number | null;
  /** The name of the property; null for an alert of the organization as a whole. */
  property: string | null;
  timezone: TimeZone;
  cost: number | null;
  facts: Problem['facts'];
}

export const countFormat = new Intl.NumberFormat('en-US');
const longestName = 60;
const longestReason = 200;

/** 1 car, 1,200 cars. */
export const formatCount = (count: number, singular: string, plural = `${singular}s`) =>
  `${countFormat.format(count)} ${count === 1 ? singular : plural}`;

/** A name on one line, cut where it's long. */
export const shorten = (name: string, longest = longestName) => {
  const signs = Array.from(name.replace(/\s+/g, ' ').trim());
  return signs.length > longest
    ? `${signs
        .slice(0, longest - 1)
        .join('')
        .trim()}…`
    : signs.join('');
};

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** Saturday, June 13, 2026. */
export const formatDay = (day: string) => dayFormat.format(startOfDay(day as LocalDate, 'UTC'));

/** Sat, Jun 13, 2:15 PM, on the clock of a zone. */
export const formatTime = (at: Instant, zone: TimeZone) =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  })
    .format(toDate(at))
    .replaceAll('\u202f', ' ');

/** Reads the facts of an alert; one that is missing or of another type is null. */
export function openFacts({ facts, timezone }: NamedAlert) {
  const readText = (name: string, longest?: number) => {
    const value = facts[name];
    return typeof value === 'string' && value.trim() !== '' ? shorten(value, longest) : null;
  };
  const readNumber = (name: string) => {
    const value = facts[name];
    return typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : null;
  };
  const readDay = (name: string) => {
    const value = facts[name];
    return isDayText(value) ? value : null;
  };
  const readTime = (name: string) => {
    const value = facts[name];
    return typeof value === 'number' ? formatTime(instant(value), timezone) : null;
  };
  const readReason = () => readText('reason', longestReason);
  return { readText, readReason, readNumber, readDay, readTime };
}

export const quote = (name: string | null) => (name === null ? '' : ` “${name}”`);
export const at = ({ property }: NamedAlert) =>
  property === null ? '' : ` at ${shorten(property)}`;
export const nameProperty = ({ property }: NamedAlert) =>
  property === null ? 'A property' : shorten(property);
export const money = (amount: number) => shortDollarsText(cents(Math.round(amount)));
export const amountOf = ({ cost }: NamedAlert) =>
  cost === null ? '' : ` of ${money(Math.abs(cost))}`;
export const withoutPeriod = (text: string) => (/[.!?]$/.test(text) ? text.slice(0, -1) : text);

export const onDay = (day: string | null) => (day === null ? '' : ` on ${formatDay(day)}`);

/** The path of a page of the alert's property, or of the organization where there is none. */
export const toSpotPath = ({ spot_pk }: NamedAlert, page: string, otherwise: string) =>
  spot_pk === null ? otherwise : `spots/${spot_pk}/${page}`;

import type { Instant } from '@lotkeeper/contract/kernel/calendar';

/** Returns the current time. Injected, so tests and generated history can use another one. */
export type Clock = () => Instant;

export const systemClock: Clock = () => Date.now() as Instant;

/** Reads PostgreSQL's UTC text form of a timestamptz, `2026-11-21 17:30:00.123+00`. */
export function parseTimestamp(text: string): Instant {
  return Date.parse(`${text.replace(' ', 'T').replace(/\+00$/, '')}Z`) as Instant;
}

/** Formats an instant as ISO 8601 in UTC, for the database. */
export function formatTimestamp(at: Instant): string {
  return new Date(at).toISOString();
}

/** An instant as a Date, for libraries. */
export const toDate = (at: Instant): Date => new Date(at);

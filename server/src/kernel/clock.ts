import type { Instant } from '@lotkeeper/contract/kernel/calendar';

/** Returns the current time. Passed in, so that tests and history can use another one. */
export type Clock = () => Instant;

/** The machine's clock. */
export const systemClock: Clock = () => Date.now() as Instant;

/** Reads PostgreSQL's UTC text form of a timestamptz, `2026-11-21 17:30:00.123+00`. */
export function parseTimestamp(text: string): Instant {
  return Date.parse(`${text.replace(' ', 'T').replace(/\+00$/, '')}Z`) as Instant;
}

/** ISO 8601 in UTC of a moment, for the database. */
export function formatTimestamp(at: Instant): string {
  return new Date(at).toISOString();
}

/** A moment as libraries want it. */
export const toDate = (at: Instant): Date => new Date(at);

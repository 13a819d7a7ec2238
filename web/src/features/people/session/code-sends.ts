import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { codeRules } from '@lotkeeper/contract/people/session';
import { keptInTab } from '../../../kernel/kept.ts';

/** The last code requested, and the times of earlier requests. */
export interface CodeSends {
  medium: 'emailed' | 'texted';
  target: string;
  /** Whether nothing is set to send it; undefined if an earlier version kept it. */
  in_outbox?: boolean;
  again: boolean;
  times: Instant[];
}

const hour = hourMs;
const windows = [
  { most: 1, length: codeRules.secondsBetweenSends * 1000 },
  { most: codeRules.sendsPerHour, length: hour },
  { most: codeRules.sendsPerDay, length: 24 * hour },
] as const;

/**
 * When another code may be requested. The server sends none before then, and answers the same
 * whether or not the account exists, so the page counts by itself, alike for every username.
 */
export function findNextSend(times: readonly Instant[], now: Instant): Instant {
  const ends = windows.map(({ most, length }) => {
    const recent = times.filter((time) => now - time < length);
    const oldest = recent[recent.length - most];
    return oldest === undefined ? now : oldest + length;
  });
  return Math.max(...ends) as Instant;
}

const storageKey = 'code-sends';

/** This tab's requests, by username, so a reload doesn't forget them. */
function readAll(): Record<string, CodeSends> {
  const stored = keptInTab.readJson(storageKey);
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, CodeSends>) : {};
}

export const readSends = (username: string): CodeSends | null => readAll()[username] ?? null;

export function keepSends(username: string, sends: CodeSends): void {
  keptInTab.keep(storageKey, JSON.stringify({ ...readAll(), [username]: sends }));
}

export const forgetSends = () => keptInTab.forget(storageKey);

import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { Lot } from '../bench/reads/read.ts';
import type { Tokens } from './citus-calls.ts';
import type { Lotkeeper } from './lotkeeper.ts';

export const drillName = 'citus';
/** The drill's present: the contract's examples request June 2026. */
export const presentTime = fromIso('2026-06-20T17:00:00Z');

/** Servers on the same rows, one on Citus and one on plain PostgreSQL, with two organizations of the demo. */
export interface Installation {
  citusUrl: string;
  plainUrl: string;
  citus: Lotkeeper;
  plain: Lotkeeper;
  /** Callers of both organizations; the program belongs to the first. */
  tokens: Tokens;
  /** A property of each. */
  lots: readonly [Lot, Lot];
  /** The token of a program of each. */
  machines: readonly [string, string];
}

/** Formats names of calls as a note. */
export const listNames = (names: readonly string[]) => names.slice(0, 20).join('; ');

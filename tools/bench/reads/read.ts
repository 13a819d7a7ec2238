import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  instant,
  startOfDay,
  toEpochSeconds,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';

/** A read of the pages: its kind, and its URL for a property. */
export interface Read {
  name: string;
  /** For a file, which is streamed without a known length, only the time in the database is measured. */
  kind: 'rollup' | 'list' | 'file' | 'memory';
  /** Maximum milliseconds in the database; 1 for a rollup. */
  most?: number;
  path(lot: Lot, now: number): string;
}

export interface Lot {
  pk: number;
  uuid: string;
  organization: number;
  timezone: string;
}

/** Creates a read of a kind. Its URL depends on the property and its local day. */
const makeRead =
  (kind: Read['kind']) =>
  (name: string, path: (lot: Lot, today: LocalDate) => string, most?: number): Read => ({
    name,
    kind,
    ...(most && { most }),
    path: (lot, now) => path(lot, toLocalDate(instant(now), lot.timezone)),
  });

export const rollup = makeRead('rollup');
export const list = makeRead('list');
export const file = makeRead('file');
export const memory = makeRead('memory');

/** When a day begins at a property, in seconds since 1970. */
export const startSeconds = (day: LocalDate, { timezone }: Lot) =>
  toEpochSeconds(startOfDay(day, timezone));

/** A day's month as query parameters. */
export const inMonth = (day: LocalDate) => {
  const [year, month] = day.split('-').map(Number);
  return `month=${month}&year=${year}`;
};

/** A read of the pages: what it counts as, and its URL for a property. */
export interface Read {
  name: string;
  /** Of a file, which is sent in parts of unknown length, only the time in the database is measured. */
  kind: 'rollup' | 'list' | 'file' | 'memory';
  /** Maximum milliseconds in the database; a rollup takes one. */
  most?: number;
  path(lot: Lot, now: number): string;
}

export interface Lot {
  pk: number;
  uuid: string;
  organization: number;
  timezone: string;
}

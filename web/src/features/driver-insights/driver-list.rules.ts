import type { DriverGroup } from '@lotkeeper/contract/filter-words';
import { driverGroupNames } from '@lotkeeper/contract/filter-words';

/** Which drivers are listed, as in the URL; absent = any, of the last 90 days. */
export interface DriverFilters {
  days?: 180;
  group?: DriverGroup;
  /** 1 = Monday. */
  weekday?: number;
}

/** Drops what names no drivers. */
export function readDriverFilters(search: Record<string, unknown>): DriverFilters {
  const group = driverGroupNames.find((name) => name === search.group);
  return {
    ...(Number(search.days) === 180 && { days: 180 }),
    ...(group && { group }),
    ...(/^[1-7]$/.test(String(search.weekday)) && { weekday: Number(search.weekday) }),
  };
}

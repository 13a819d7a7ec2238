import { driverGroupNames } from '@lotkeeper/contract/people/filter-words';
import * as z from 'zod/mini';
import { choiceParam, numberParam, pageParam, param } from '../../../kernel/search-params.ts';

const daysParam = param(
  z.pipe(z.coerce.number<number>(), z.literal([90, 180]).check(z.refine((days) => days !== 90))),
);

/** Absent = by hour, for the last 90 days. */
export const insightSearch = z.object({
  heatmap: choiceParam(['daily', 'monthly'], 'daily'),
  days: daysParam,
});
export type InsightFilters = z.output<typeof insightSearch>;

/** Which drivers to list; absent = all, for the last 90 days. */
export const driverListSearch = z.object({
  days: daysParam,
  group: choiceParam(driverGroupNames),
  /** 1 = Monday. */
  weekday: numberParam(1, 7),
  page: pageParam,
});
export type DriverFilters = z.output<typeof driverListSearch>;

/** Which reviews to list; absent = any rating. */
export const reviewSearch = z.object({
  /** Stars. */
  rating: numberParam(1, 5),
  page: pageParam,
});
export type ReviewFilters = z.output<typeof reviewSearch>;

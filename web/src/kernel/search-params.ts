import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { isDayText } from '@lotkeeper/contract/kernel/day-text';
import { formatMonthYear, parseMonth } from '@lotkeeper/contract/kernel/month-year';
import * as z from 'zod/mini';
import { newestMonth } from './clock.ts';

/** A search parameter. An invalid or default value is removed from the URL. */
export const param = <Schema extends z.ZodMiniType>(schema: Schema) =>
  // Not a promise.
  // oxlint-disable-next-line promise/valid-params
  z.catch(z.optional(schema), undefined);

/** Any text, truncated to the length of a filter. */
export const textParam = (maxLength = 20) =>
  param(
    z.string().check(
      z.trim(),
      z.overwrite((text) => text.slice(0, maxLength)),
      z.minLength(1),
    ),
  );

/** One of several words. */
export const choiceParam = <const Choice extends string>(
  choices: readonly Choice[],
  assumed?: NoInfer<Choice>,
) => param(z.enum(choices).check(z.refine((choice) => choice !== assumed)));

/** Several words separated by commas, in the order of `choices`. */
export const listParam = <const Choice extends string>(choices: readonly Choice[]) =>
  param(
    z.pipe(
      z.transform((list: string | readonly Choice[]) => {
        const words = String(list).split(',');
        return choices.filter((choice) => words.includes(choice));
      }),
      z.array(z.enum(choices)).check(z.minLength(1)),
    ),
  );

export const numberParam = (min: number, max: number) =>
  param(z.coerce.number<number>().check(z.int(), z.minimum(min), z.maximum(max)));

/** A page of a list; the default is the first. */
export const pageParam = numberParam(2, 999_999);

export const pkParam = param(z.string().check(z.regex(/^[1-9]\d{0,14}$/)));

export const dayParam = param(z.custom<LocalDate>(isDayText));

/** A month as 'MM:YYYY', not in the future. */
export const monthParam = param(
  z.string().check(
    z.overwrite((text) => {
      const month = parseMonth(text);
      return month && month <= newestMonth() ? formatMonthYear(month) : '';
    }),
    z.minLength(1),
  ),
);

/** For pages with no other parameters. */
export const pageSearch = z.object({ page: pageParam });
export type PageFilters = z.output<typeof pageSearch>;

export const monthSearch = z.object({ monthYear: monthParam });
export type MonthFilters = z.output<typeof monthSearch>;

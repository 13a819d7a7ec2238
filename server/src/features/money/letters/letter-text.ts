import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  formatCount,
  formatMean,
  formatMoney,
  formatPercent,
} from '@lotkeeper/contract/kernel/format';
import type { BridgePeriod, BridgeRange } from '@lotkeeper/contract/money/changes';
import type { FigureMeasure } from '@lotkeeper/contract/money/figures';
import type { TextPart } from '@lotkeeper/contract/money/letters';

export const plain = (text: string): TextPart => ({ text, path: null });
export const link = (text: string, path: string): TextPart => ({ text, path });

/** The paths of an organization’s pages, with the filters that the pages themselves put into the URL. */
export function makePaths(organizationPk: number) {
  const page = (
    name: string,
    search: Readonly<Record<string, string | number | undefined>> = {},
  ) => {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(search))
      if (value !== undefined) query.set(key, String(value));
    const text = query.toString();
    return `/organization/${organizationPk}/${name}${text ? `?${text}` : ''}`;
  };
  const days = ({ start, end }: BridgeRange) => ({ startDate: start, endDate: end });
  return {
    page,
    figure: (measure: FigureMeasure, range: BridgeRange) =>
      page('ledger', { measure, ...days(range) }),
    changes: (period: BridgePeriod, start: LocalDate, spotPk?: number) =>
      page('changes', { spotPk, period, startDate: start }),
    cars: (range: BridgeRange, spotPk?: number, outcome?: string) =>
      page('cars', { spotPk, ...days(range), outcome }),
    spot: (spotPk: number, name: string) => page(`spots/${spotPk}/${name}`),
  };
}
export type LetterPaths = ReturnType<typeof makePaths>;

/** Changes below this share are no change. */
const sameShare = 0.01;
/** From here on a change is given in times. */
const manyTimes = 2;

/** An amount compared to an earlier one, before its name: '12% less than', 'about as much as', '2.5 times as much as'. */
export function compareAmounts(amount: number, earlier: number): string | null {
  if (earlier <= 0 || amount < 0) return null;
  const ratio = amount / earlier;
  if (Math.abs(ratio - 1) < sameShare) return 'about as much as';
  if (ratio >= manyTimes) return `${formatMean(ratio)} times as much as`;
  return `${formatPercent(Math.abs(ratio - 1), 0)} ${ratio > 1 ? 'more' : 'less'} than`;
}

/** The range of what something probably cost: '$300 to $480', '$300', 'up to $480', or '' without any. */
export function formatCost(low: number, high: number): string {
  const [from, to] = [formatMoney(low), formatMoney(high)];
  if (to === formatMoney(0)) return '';
  if (from === to) return to;
  return from === formatMoney(0) ? `up to ${to}` : `${from} to ${to}`;
}

/** '1 car', '12 cars'. */
export const countOf = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

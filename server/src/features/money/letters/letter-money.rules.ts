import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  formatChangeFrom,
  formatCount,
  formatDayRange,
  formatMoney,
  formatMonthName,
  formatPercent,
} from '@lotkeeper/contract/kernel/format';
import {
  describeCause,
  formatSigned,
  listSmallSteps,
} from '@lotkeeper/contract/money/change-words';
import type { BridgeRange } from '@lotkeeper/contract/money/changes';
import type {
  LetterFigure,
  LetterKind,
  LetterSection,
  TextLine,
  TextPart,
} from '@lotkeeper/contract/money/letters';
import { letterPeriods } from '@lotkeeper/contract/money/letters';
import type { WeekFigures, WeekName } from '@lotkeeper/contract/money/week';
import type { buildBridge } from '../changes/public.ts';
import type { LetterPaths } from './letter-text.ts';
import { compareAmounts, link, plain } from './letter-text.ts';

/** What a letter says about revenue. */
export interface LetterMoney {
  kind: LetterKind;
  ranges: Record<WeekName, BridgeRange>;
  total: Record<WeekName, WeekFigures>;
  /** The first day with revenue; null without any. What came before isn’t known. */
  firstDay: LocalDate | null;
  bridge: Pick<ReturnType<typeof buildBridge>, 'net' | 'steps'>;
}

/** A change of net revenue by less than this share isn’t worth a table and a reason. */
const notableShare = 0.05;
/** Causes in a letter. */
const maxCauses = 3;

/** Whether net revenue changed enough from the period before to be explained. */
function isNotable({ total: { week, before } }: Pick<LetterMoney, 'total'>): boolean {
  const larger = Math.max(Math.abs(week.net), Math.abs(before.net));
  return Math.abs(week.net - before.net) > larger * notableShare;
}

const formatWholeMonth = (day: LocalDate) =>
  `${formatMonthName(day.slice(0, 7))} ${day.slice(0, 4)}`;

/** The days of a letter in words. */
export const formatLetterDays = (kind: LetterKind, { start, end }: BridgeRange): string =>
  kind === 'weekly' ? `${formatDayRange(start, end)}, ${end.slice(0, 4)}` : formatWholeMonth(start);

type Earlier = 'before' | 'year_ago';

/** What the earlier periods are called in a sentence, and in a note. */
function nameEarlier({
  kind,
  ranges,
}: LetterMoney): Record<'sentence' | 'note', Record<Earlier, string>> {
  const { before, year_ago } = ranges;
  if (kind === 'monthly') {
    const names = {
      before: `in ${formatWholeMonth(before.start)}`,
      year_ago: `in ${formatWholeMonth(year_ago.start)}`,
    };
    return { sentence: names, note: names };
  }
  const year = year_ago.end.slice(0, 4);
  return {
    sentence: { before: 'the week before', year_ago: `the same week of ${year}` },
    note: { before: 'the week before', year_ago: `in ${year}` },
  };
}

/** Whether an earlier period can be compared: one that began before the first day with revenue has a part of it only. */
const isComparable = ({ total, ranges, firstDay }: LetterMoney, name: Earlier): boolean =>
  total[name].entry_count > 0 && firstDay !== null && ranges[name].start >= firstDay;

/** Net revenue beside both earlier periods; in a quiet week also the figures that otherwise have a table. */
export function writeLead(money: LetterMoney, paths: LetterPaths): TextLine[] {
  const { total, ranges } = money;
  const names = nameEarlier(money).sentence;
  const open = (name: WeekName, measure: 'net' | 'gross' | 'rentals', text: string) =>
    link(text, paths.figure(measure, ranges[name]));
  const compare = (name: Earlier): TextPart[] => {
    if (!isComparable(money, name)) return [];
    const words = compareAmounts(total.week.net, total[name].net) ?? 'compared to';
    const amount = open(name, 'net', formatMoney(total[name].net));
    return [plain(`${words} ${names[name]} (`), amount, plain(')')];
  };
  const comparisons = [compare('before'), compare('year_ago')].filter(
    (phrases) => phrases.length > 0,
  );
  const first: TextLine = [
    plain('Net revenue was '),
    open('week', 'net', formatMoney(total.week.net)),
    ...comparisons.flatMap((phrases, index) => [plain(index === 0 ? ', ' : ' and '), ...phrases]),
    plain('.'),
  ];
  if (isNotable(money)) return [first];
  const { gross, rentals } = total.week;
  const count = `${formatCount(rentals)} ${rentals === 1 ? 'rental' : 'rentals'}`;
  return [
    first,
    [
      plain('Drivers paid '),
      open('week', 'gross', formatMoney(gross)),
      plain(', and '),
      open('week', 'rentals', count),
      plain(' began.'),
    ],
  ];
}

const figures = [
  { measure: 'gross', label: 'Gross revenue', format: formatMoney },
  { measure: 'rentals', label: 'Rentals', format: formatCount },
] as const;

/** The figures with both comparisons; only where the change is worth it. */
export function writeFigures(money: LetterMoney, paths: LetterPaths): LetterSection | null {
  const { total, ranges } = money;
  if (!isNotable(money)) return null;
  const names = nameEarlier(money).note;
  const rows: LetterFigure[] = figures.map(({ measure, label, format }) => {
    const compare = (name: Earlier): TextLine[] =>
      !isComparable(money, name)
        ? []
        : [
            [
              plain(formatChangeFrom(total[name][measure], total.week[measure]) ?? 'vs. '),
              link(format(total[name][measure]), paths.figure(measure, ranges[name])),
              plain(` ${names[name]}`),
            ],
          ];
    const value = link(format(total.week[measure]), paths.figure(measure, ranges.week));
    return { label, value, notes: [...compare('before'), ...compare('year_ago')] };
  });
  return { title: 'What came in', figures: [...rows, ...writeOccupancy(total, paths)], lines: [] };
}

function writeOccupancy(total: LetterMoney['total'], paths: LetterPaths): LetterFigure[] {
  const { week, before } = total;
  if (week.occupancy === null) return [];
  const notes =
    before.occupancy === null ? [] : [[plain(`vs. ${formatPercent(before.occupancy)} before`)]];
  const value = link(formatPercent(week.occupancy), paths.page('week'));
  return [{ label: 'Occupancy', value, notes }];
}

/** The largest causes of a change, in the bridge’s words. */
export function writeCauses(money: LetterMoney, paths: LetterPaths): LetterSection | null {
  const { kind, bridge, ranges, total } = money;
  if (!isNotable(money) || total.before.entry_count === 0) return null;
  const small = listSmallSteps({ ...bridge.net, steps: bridge.steps });
  const steps = bridge.steps
    .filter((step) => !small.includes(step))
    .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
    .slice(0, maxCauses);
  if (steps.length === 0) return null;
  const path = paths.changes(letterPeriods[kind], ranges.week.start);
  const rows = steps.map((step) => ({
    label: describeCause(step),
    value: link(formatSigned(step.amount, formatMoney), path),
    notes: [],
  }));
  return { title: 'Why it changed', figures: rows, lines: [] };
}

import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import type {
  BookFormat,
  BookGrouping,
  BookLine,
  PropertyField,
} from '@lotkeeper/contract/money/books';
import { bookFormats, bookLines } from '@lotkeeper/contract/money/books';
import type { BookSum, ByLine, JournalLineName } from './books.rules.ts';
import { findAccount, listLines } from './books.rules.ts';

/** All that the files of an export are written from, as the database keeps it. */
export interface ExportContent {
  format: BookFormat;
  grouping: BookGrouping;
  property_field: PropertyField;
  /** The number of corrections of the same export, and their date; null for an export of months. */
  correction: number | null;
  dated: LocalDate | null;
  accounts: ByLine<string>;
  /** The properties by name, as they were called then. */
  properties: readonly { pk: number; name: string }[];
  sums: readonly BookSum[];
}

/** A line of a journal; a negative amount is a credit, in cents. */
export interface JournalLine {
  account: string;
  amount: number;
  description: string;
  property: string;
}

/** What a program books as one: its lines add up to zero. */
export interface Journal {
  /** At most 11 characters, since QuickBooks Desktop takes no more. */
  number: string;
  date: LocalDate;
  memo: string;
  lines: readonly JournalLine[];
}

const monthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const describe = (day: LocalDate, grouping: BookGrouping) =>
  (grouping === 'month' ? monthFormat : dayFormat).format(startOfDay(day, 'UTC'));

/** How a program takes the names of properties. */
export interface NameRules {
  maxLength: number;
  clean: (text: string) => string;
}

/** Each property's name in the file, unique, since a program knows properties by name alone. */
function nameProperties(
  properties: ExportContent['properties'],
  { maxLength, clean }: NameRules,
): Map<number, string> {
  const names = new Map<number, string>();
  const usedLabels = new Set<string>();
  for (const { pk, name } of properties) {
    // A colon would be a class within a class.
    const words = clean(name.replaceAll(':', '-')).replace(/\s+/g, ' ').trim();
    // Never half of a character that takes two units.
    const cut = (length: number) =>
      words
        .slice(0, length)
        .replace(/[\ud800-\udbff]$/, '')
        .trim();
    const short = cut(maxLength);
    const suffix = ` (${pk})`;
    const label = usedLabels.has(short.toLowerCase())
      ? `${cut(maxLength - suffix.length)}${suffix}`
      : short;
    usedLabels.add(label.toLowerCase());
    names.set(pk, label);
  }
  return names;
}

/** Splits groups into as few packs as keep to a maximum of lines, in order. */
function pack<Group extends { lines: readonly unknown[] }>(
  groups: readonly Group[],
  maxLines: number | null,
): Group[][] {
  const packs: Group[][] = [];
  let count = Number.POSITIVE_INFINITY;
  for (const group of groups) {
    const isFull = count + group.lines.length > (maxLines ?? Number.MAX_SAFE_INTEGER);
    if (isFull) packs.push([]);
    count = (isFull ? 0 : count) + group.lines.length;
    packs.at(-1)?.push(group);
  }
  return packs;
}

/** The date and number of the journal that a sum belongs to, and what it is called. */
function nameJournal(content: ExportContent, day: LocalDate) {
  const { grouping, correction, dated } = content;
  const compact = day.slice(2).replaceAll('-', '');
  if (correction !== null && dated !== null) {
    return {
      number: `LK${compact.slice(0, 4)}C${correction}`,
      date: dated,
      memo: `Parking, corrections of ${describe(day, 'month')}`,
    };
  }
  return {
    number: `LK${grouping === 'month' ? compact.slice(0, 4) : compact}`,
    date: grouping === 'month' ? addDays(addMonths(day, 1), -1) : day,
    memo: `Parking, ${describe(day, grouping)}`,
  };
}

/** What a line is called: Tax payable; Tax of City of Denver */
export const labelLine = (line: JournalLineName) =>
  line in bookLines ? bookLines[line as BookLine].label : `T${line.slice(1)}`;

/** The journals of an export: one for each month or day, and more where a program takes few lines. */
export function buildJournals(content: ExportContent, rules: NameRules): Journal[] {
  const names = nameProperties(content.properties, rules);
  const order = new Map(content.properties.map(({ pk }, index) => [pk, index]));
  const position = ({ spot }: BookSum) =>
    spot === null ? Number.MAX_SAFE_INTEGER : (order.get(spot) ?? order.size);
  const sorted = [...content.sums].sort(
    (a, b) => a.day.localeCompare(b.day) || position(a) - position(b),
  );
  const { maxLines } = bookFormats[content.format];
  const toLine = (
    { spot, amounts }: BookSum,
    line: JournalLineName,
    period: string,
  ): JournalLine => ({
    account: findAccount(content.accounts, line),
    amount: amounts[line] ?? 0,
    description: `${labelLine(line)}, ${period}`,
    property: spot === null ? '' : (names.get(spot) ?? ''),
  });
  return [...Map.groupBy(sorted, (sum) => sum.day)].flatMap(([day, sums]) => {
    const { number, date, memo } = nameJournal(content, day);
    // Once for all lines: formatting a date costs more than a line.
    const period = describe(day, content.correction === null ? content.grouping : 'month');
    const groups = sums.map((sum) => ({
      lines: listLines(sum.amounts).map((line) => toLine(sum, line, period)),
    }));
    return pack(groups, maxLines).map((packed, index) => ({
      number: index === 0 ? number : `${number}-${index + 1}`,
      date,
      memo: index === 0 ? memo : `${memo} (${index + 1})`,
      lines: packed.flatMap(({ lines }) => lines),
    }));
  });
}

/** The journals of each file. */
export const splitJournals = (journals: readonly Journal[], format: BookFormat): Journal[][] =>
  pack(journals, bookFormats[format].maxLines);

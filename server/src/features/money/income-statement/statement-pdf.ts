import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { startOfDay, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dollarsText } from '@lotkeeper/contract/kernel/money';
import type { CommissionPeriod, Statement } from '@lotkeeper/contract/money/income-statement';
import type { StatementGroup, StatementLine } from '@lotkeeper/contract/money/statement-groups';
import {
  allProperties,
  describeCommission,
  describeTimeZones,
  toBreakdown,
  toUpliftGroups,
  upliftNote,
} from '@lotkeeper/contract/money/statement-groups';
import type { AmountGroup, AmountRow } from '../../../kernel/pdf/amount-table.ts';
import { writeAmounts } from '../../../kernel/pdf/amount-table.ts';
import { createPdf } from '../../../kernel/pdf/create-pdf.ts';
import { writeFooters, writeLetterhead } from '../../../kernel/pdf/letterhead.ts';
import type { TextStyle } from '../../../kernel/pdf/page-writer.ts';
import { ink, PageWriter } from '../../../kernel/pdf/page-writer.ts';
import type { Range } from './income-statement.queries.ts';

/** The content of a printed income statement. */
export interface PrintedStatement {
  organization: string;
  /** The name of the property; null for the whole organization. */
  property: string | null;
  range: Range;
  statement: Omit<Statement, 'uuid'>;
  commissionPeriods: readonly CommissionPeriod[];
  /** The time zones of the properties, each once. */
  timezones: readonly TimeZone[];
  createdAt: Instant;
}

const nameStyle: TextStyle = { font: 'semibold', size: 20, color: ink.text };
const kindStyle: TextStyle = { font: 'semibold', size: 13, color: ink.accent };
const textStyle: TextStyle = { font: 'regular', size: 11, color: ink.text };
const noteStyle: TextStyle = { font: 'regular', size: 9, color: ink.muted };

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A range of days as text: 'June 1 – 30, 2026', or 'June 1, 2026' for a single day. */
function describeRange({ start_date, end_date }: Range): string {
  const [start, end] = [startOfDay(start_date, 'UTC'), startOfDay(end_date, 'UTC')];
  return dayFormat.formatRange(start, end).replace(/\s/g, ' ');
}

/** When the document was created, by the properties' clock, or in UTC if they have several. */
function describeCreation({ createdAt, timezones }: PrintedStatement): string {
  const [timeZone = 'UTC', ...others] = timezones;
  const zone = others.length > 0 ? 'UTC' : timeZone;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
  const time = format({ dateStyle: 'long', timeStyle: 'short' }).format(createdAt);
  const zoneName = format({ timeZoneName: 'long' })
    .formatToParts(createdAt)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `Created on ${time.replace(/\s/g, ' ')} (${zoneName ?? zone})`;
}

/** The first day that isn’t over yet at one or more of the properties. */
const firstOpenDay = ({ createdAt, timezones }: PrintedStatement): LocalDate | undefined =>
  timezones.map((zone) => toLocalDate(createdAt, zone)).sort()[0];

/** Notes about the amounts that their names don't convey. */
function listNotes(printed: PrintedStatement): string[] {
  const { property, range, timezones } = printed;
  const openDay = firstOpenDay(printed);
  const isOpen = openDay !== undefined && range.end_date >= openDay;
  return [
    property === null ? describeTimeZones(timezones.length) : null,
    isOpen
      ? 'The last day wasn’t over when this was created, so the amounts may still change.'
      : null,
  ].filter((note) => note !== null);
}

const toRow = ({ label, amount }: StatementLine): AmountRow => ({
  label,
  amount: dollarsText(amount),
});

const toAmountGroups = (groups: readonly StatementGroup[]): AmountGroup[] =>
  groups.map(({ heading, lines, total }) => ({
    ...(heading ? { heading } : {}),
    rows: lines.map(toRow),
    ...(total ? { total: toRow(total) } : {}),
  }));

function writeStatement(writer: PageWriter, printed: PrintedStatement): void {
  const { organization, property, range, statement, commissionPeriods } = printed;
  writeLetterhead(writer);
  writer.writeText('H1', organization, nameStyle);
  writer.skip(6);
  writer.writeText('P', 'Income Statement', kindStyle);
  writer.skip(4);
  writer.writeText('P', property ?? allProperties, textStyle);
  writer.skip(2);
  writer.writeText('P', describeRange(range), textStyle);
  writer.skip(18);
  writeAmounts(
    writer,
    'Breakdown',
    toAmountGroups(toBreakdown(statement.income_statement, commissionPeriods)),
  );
  writer.skip(18);
  writeAmounts(writer, 'Revenue uplift', toAmountGroups(toUpliftGroups(statement.revenue_uplift)));
  writer.skip(6);
  for (const note of [upliftNote, describeCommission(commissionPeriods), ...listNotes(printed)]) {
    writer.writeText('P', note, noteStyle);
    writer.skip(4);
  }
  writer.writeOmissions('Lotkeeper shows them.', noteStyle);
  writeFooters(writer, describeCreation(printed));
}

/** Draws an income statement for accountants and banks: the page’s lines and amounts, under the organization’s name. */
export function drawStatement(printed: PrintedStatement): Promise<Buffer> {
  const { organization, property, range, createdAt } = printed;
  const subject = property === null ? organization : `${property}, ${organization}`;
  return createPdf(
    {
      title: `Income Statement of ${subject}, ${describeRange(range)}`,
      author: organization,
      createdAt,
      tagged: true,
    },
    (pdf) => writeStatement(new PageWriter(pdf), printed),
  );
}

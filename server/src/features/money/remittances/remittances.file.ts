import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfDay } from '@lotkeeper/contract/kernel/calendar';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import type { BookingSite } from '@lotkeeper/contract/money/booking-lists';
import { bookingLists, bookingNotes } from '@lotkeeper/contract/money/remittances';
import { aggregatorNames } from '@lotkeeper/contract/people/aggregator-rentals';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import { eachPage } from '../../../kernel/data/each-page.ts';
import { PdfFile } from '../../../kernel/http/binary-files.ts';
import type { CsvColumns, CsvFile } from '../../../kernel/http/csv.ts';
import { moneyCell, toCsvFile } from '../../../kernel/http/csv.ts';
import { must } from '../../../kernel/must.ts';
import type { AmountGroup } from '../../../kernel/pdf/amount-table.ts';
import { writeAmounts } from '../../../kernel/pdf/amount-table.ts';
import { createPdf } from '../../../kernel/pdf/create-pdf.ts';
import { writeFooters, writeLetterhead } from '../../../kernel/pdf/letterhead.ts';
import type { TextStyle } from '../../../kernel/pdf/page-writer.ts';
import { ink, PageWriter } from '../../../kernel/pdf/page-writer.ts';
import type { BookingRow } from './bookings.queries.ts';
import { listBookings } from './bookings.queries.ts';

interface Question {
  month: LocalDate;
  source: BookingSite;
  now: Instant;
}

/** Bookings per read. */
const usualBatchRows = 5000;
/** Bookings of each kind that the letter lists; the CSV file has all. */
const maxListed = 20;

const money = (amount: number | null) => (amount === null ? null : moneyCell(amount));
const noteNames = Object.keys(bookingNotes) as (keyof typeof bookingNotes)[];

const columns: CsvColumns<BookingRow> = [
  ['Reference', ({ reference }) => reference],
  ['Property', ({ property }) => property?.name ?? null],
  ['Starts', ({ local_date }) => local_date],
  ['State', ({ state }) => bookingLists[state].label],
  [
    'Notes',
    (row) =>
      noteNames
        .filter((name) => row[name])
        .map((name) => bookingNotes[name].label)
        .join(', '),
  ],
  ['Our price', ({ ours }) => money(ours)],
  ['Your price', ({ gross }) => money(gross)],
  ['Your commission', ({ commission }) => money(commission)],
  ['Agreed commission', ({ agreed }) => money(agreed)],
  ['Remitted', ({ remitted }) => money(remitted)],
  ['Minutes after the end', ({ late_minutes }) => late_minutes],
];

const eachBooking = (scope: OrganizationScope, question: Question, batchRows: number) =>
  eachPage<BookingRow>(batchRows, (last) =>
    listBookings(scope, question, {
      list: null,
      after: last ? { date: last.local_date, key: last.key } : null,
      limit: batchRows,
    }),
  );

/** All bookings of a site's month, for the site. */
export function bookingsFile(
  scope: OrganizationScope,
  question: Question,
  batchRows: number = usualBatchRows,
): CsvFile {
  const pages = eachBooking(scope, question, batchRows);
  return toCsvFile(`${question.source} bookings ${question.month.slice(0, 7)}`, columns, pages);
}

const titleStyle: TextStyle = { font: 'semibold', size: 20, color: ink.text };
const kindStyle: TextStyle = { font: 'semibold', size: 13, color: ink.accent };
const textStyle: TextStyle = { font: 'regular', size: 10, color: ink.text };
const noteStyle: TextStyle = { font: 'regular', size: 9, color: ink.muted };

const monthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** What the letter asks about, with what each booking adds to its sum. */
const asking = [
  {
    heading: 'The car came, and nothing was remitted',
    has: ({ state }: BookingRow) => state === 'came_unpaid',
    amount: ({ ours }: BookingRow) => ours ?? 0,
  },
  {
    heading: 'Booked through you, and nothing was remitted',
    has: ({ state }: BookingRow) => state === 'not_paid',
    amount: ({ ours }: BookingRow) => ours ?? 0,
  },
  {
    heading: 'Commission above the agreed rate',
    has: ({ kept_more }: BookingRow) => kept_more,
    amount: ({ commission, agreed }: BookingRow) => (commission ?? 0) - (agreed ?? 0),
  },
  {
    heading: 'Commission below the agreed rate',
    has: ({ kept_less }: BookingRow) => kept_less,
    amount: ({ commission, agreed }: BookingRow) => (agreed ?? 0) - (commission ?? 0),
  },
  {
    heading: 'Your price is below ours',
    has: ({ paid_less }: BookingRow) => paid_less,
    amount: ({ gross, ours }: BookingRow) => (ours ?? 0) - (gross ?? 0),
  },
  {
    heading: 'Your price is above ours, or paid twice',
    has: ({ paid_more }: BookingRow) => paid_more,
    amount: ({ gross, ours }: BookingRow) => (gross ?? 0) - (ours ?? 0),
  },
  {
    heading: 'Remitted for another property',
    has: ({ other_property }: BookingRow) => other_property,
    amount: ({ gross }: BookingRow) => gross ?? 0,
  },
  {
    heading: 'Bookings that we don’t know',
    has: ({ state }: BookingRow) => state === 'unknown',
    amount: ({ remitted }: BookingRow) => remitted ?? 0,
  },
];

function toGroup(rows: readonly BookingRow[], part: (typeof asking)[number]): AmountGroup | null {
  const found = rows.filter(part.has);
  if (found.length === 0) return null;
  const total = found.reduce((sum, row) => sum + part.amount(row), 0);
  const left = found.slice(maxListed);
  const rest = left.reduce((sum, row) => sum + part.amount(row), 0);
  const label = ({ reference, property, local_date }: BookingRow) =>
    [reference, property?.name, local_date].filter(Boolean).join(', ').slice(0, 84);
  return {
    heading: part.heading,
    rows: [
      ...found.slice(0, maxListed).map((row) => ({
        label: label(row),
        amount: dollarsText(cents(part.amount(row))),
      })),
      ...(left.length > 0
        ? [{ label: `${left.length} more, in the CSV file`, amount: dollarsText(cents(rest)) }]
        : []),
    ],
    total: {
      label: `${found.length} ${found.length === 1 ? 'booking' : 'bookings'}`,
      amount: dollarsText(cents(total)),
    },
  };
}

/** A letter to a site about what doesn't match in a month. */
export async function writeLetter(scope: OrganizationScope, question: Question): Promise<PdfFile> {
  const { month, source, now } = question;
  const rows: BookingRow[] = [];
  for await (const page of eachBooking(scope, question, usualBatchRows)) rows.push(...page);
  const [organization] = await scope.read<{ name: string }[]>(
    (sql) => sql`select name from organizations where pk = ${scope.organizationId}`,
  );
  const { name } = must(organization, 'organization');
  const title = `Bookings of ${monthFormat.format(startOfDay(month, 'UTC'))}`;
  const groups = asking.flatMap((part) => toGroup(rows, part) ?? []);
  const paid = rows.filter(({ remitted }) => (remitted ?? 0) > 0);
  const remitted = paid.reduce((sum, row) => sum + (row.remitted ?? 0), 0);
  const intro =
    groups.length === 0
      ? `Everything that you remitted for these bookings matches our records: ${paid.length} bookings, ${dollarsText(cents(remitted))}.`
      : `You remitted ${dollarsText(cents(remitted))} for ${paid.length} bookings. The following don’t match our records and what our cameras saw. Please check them, and remit or correct what is due.`;
  const content = await createPdf(
    { title: `${title}, ${name}`, author: name, createdAt: now, tagged: true },
    (pdf) => {
      const writer = new PageWriter(pdf);
      writer.startPage();
      writeLetterhead(writer);
      writer.writeText('H1', name, titleStyle);
      writer.skip(6);
      writer.writeText('P', `${title}: ${aggregatorNames[source]}`, kindStyle);
      writer.skip(6);
      writer.writeText('P', intro, textStyle);
      writer.skip(10);
      if (groups.length > 0) writeAmounts(writer, 'What doesn’t match', groups);
      writer.writeOmissions('The CSV file has them.', noteStyle);
      writeFooters(writer, title);
    },
  );
  return new PdfFile(`${source} letter ${month.slice(0, 7)}`, content);
}

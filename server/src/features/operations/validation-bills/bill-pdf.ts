import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { startOfDay } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import type { SponsorMonth } from '@lotkeeper/contract/operations/validation-bills';
import { sponsorKindLabels } from '@lotkeeper/contract/operations/validation-bills';
import type { AmountGroup } from '../../../kernel/pdf/amount-table.ts';
import { writeAmounts } from '../../../kernel/pdf/amount-table.ts';
import { createPdf } from '../../../kernel/pdf/create-pdf.ts';
import { writeFooters, writeLetterhead } from '../../../kernel/pdf/letterhead.ts';
import type { TextStyle } from '../../../kernel/pdf/page-writer.ts';
import { ink, PageWriter } from '../../../kernel/pdf/page-writer.ts';

const nameStyle: TextStyle = { font: 'semibold', size: 20, color: ink.text };
const kindStyle: TextStyle = { font: 'semibold', size: 13, color: ink.accent };
const textStyle: TextStyle = { font: 'regular', size: 11, color: ink.text };
const noteStyle: TextStyle = { font: 'regular', size: 9, color: ink.muted };

/** Maximum codes that a bill names. */
const maxNamedCodes = 20;

const monthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
/** June 2026 */
const describeMonth = (month: LocalDate) => monthFormat.format(startOfDay(month, 'UTC'));

const count = new Intl.NumberFormat('en-US');

/** What a printed bill shows. */
export interface PrintedBill {
  organization: string;
  property: string;
  timezone: TimeZone;
  month: LocalDate;
  isOver: boolean;
  sponsor: SponsorMonth;
  createdAt: Instant;
}

function describeAllowance({ allowance_visits, allowance_value }: SponsorMonth): string {
  if (allowance_visits !== null) return `${count.format(allowance_visits)} visits`;
  return allowance_value === null ? 'None' : dollarsText(allowance_value);
}

/** The lines of a bill. */
export function listBillGroups({ sponsor }: Pick<PrintedBill, 'sponsor'>): AmountGroup[] {
  const { visits, value, price, overage_visits, bill } = sponsor;
  return [
    {
      rows: [
        { label: 'Validated visits', amount: count.format(visits) },
        { label: 'Their value at the price in force', amount: dollarsText(value ?? cents(0)) },
        { label: 'Allowance of the month', amount: describeAllowance(sponsor) },
        { label: 'Visits beyond the allowance', amount: count.format(overage_visits) },
        {
          label: 'Price of a visit beyond it',
          amount: price === null ? 'Price in force' : dollarsText(price),
        },
      ],
      total: { label: 'Amount due', amount: dollarsText(bill ?? (0 as Cents)) },
    },
  ];
}

function describeCodes({ codes }: SponsorMonth): string {
  const firstCodes = codes.slice(0, maxNamedCodes).map(({ code }) => code);
  const left = codes.length - firstCodes.length;
  if (codes.length === 0) return 'No codes';
  return `Codes: ${firstCodes.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

function describeCreation({ createdAt, timezone }: PrintedBill): string {
  const time = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timezone,
  });
  return `Created on ${time.format(createdAt).replace(/\s/g, ' ')}`;
}

function writeBill(writer: PageWriter, bill: PrintedBill): void {
  const { organization, property, month, sponsor, isOver } = bill;
  writeLetterhead(writer);
  writer.writeText('H1', organization, nameStyle);
  writer.skip(6);
  writer.writeText('P', `Parking validations, ${describeMonth(month)}`, kindStyle);
  writer.skip(4);
  writer.writeText('P', property, textStyle);
  writer.skip(14);
  writer.writeText('H2', `Bill to ${sponsor.name}`, kindStyle);
  writer.skip(4);
  writer.writeText('P', sponsorKindLabels[sponsor.kind], textStyle);
  writer.skip(2);
  writer.writeText('P', describeCodes(sponsor), textStyle);
  writer.skip(18);
  writeAmounts(writer, isOver ? 'Bill' : 'Bill so far', listBillGroups(bill));
  writer.skip(6);
  const notes = [
    isOver ? null : 'The month wasn’t over when this was created, so the amounts may still change.',
    'Amounts are before tax. Visits count on the property’s day when they began, and use the allowance in that order.',
  ].filter((note) => note !== null);
  for (const note of notes) {
    writer.writeText('P', note, noteStyle);
    writer.skip(4);
  }
  writer.writeOmissions('Lotkeeper shows them.', noteStyle);
  writeFooters(writer, describeCreation(bill));
}

/** Draws the bill of a sponsor for a month. */
export const drawBill = (bill: PrintedBill): Promise<Buffer> =>
  createPdf(
    {
      title: `Parking validations of ${bill.sponsor.name}, ${describeMonth(bill.month)}`,
      author: bill.organization,
      createdAt: bill.createdAt,
      tagged: true,
    },
    (pdf) => writeBill(new PageWriter(pdf), bill),
  );

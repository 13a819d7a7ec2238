import { outcomeLabels } from '@lotkeeper/contract/cars/outcomes';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import type { CauseItem, CloseContent, LinkSums } from '@lotkeeper/contract/money/close';
import {
  closeCauses,
  closeLinks,
  closeStations,
  linkStateLabels,
} from '@lotkeeper/contract/money/close';
import { getSourceName } from '@lotkeeper/contract/money/custom-reports';
import type { AmountGroup } from '../../../kernel/pdf/amount-table.ts';
import { writeAmounts } from '../../../kernel/pdf/amount-table.ts';
import { createPdf } from '../../../kernel/pdf/create-pdf.ts';
import { writeFooters, writeLetterhead } from '../../../kernel/pdf/letterhead.ts';
import type { TextStyle } from '../../../kernel/pdf/page-writer.ts';
import { ink, PageWriter } from '../../../kernel/pdf/page-writer.ts';

const titleStyle: TextStyle = { font: 'semibold', size: 20, color: ink.text };
const kindStyle: TextStyle = { font: 'semibold', size: 13, color: ink.accent };
const textStyle: TextStyle = { font: 'regular', size: 10, color: ink.text };
const noteStyle: TextStyle = { font: 'regular', size: 9, color: ink.muted };

/** Properties that fit beside the rest of their page; evidence.json has all. */
const maxSpots = 8;
/** Causes that are kept together on a page, even if each takes three lines. */
const maxRows = 12;

const monthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const timeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** July 2026 */
const describeMonth = (month: LocalDate) => monthFormat.format(startOfDay(month, 'UTC'));

const describeTime = (iso: string) =>
  `${timeFormat.format(fromIso(iso)).replace(/\s/g, ' ')} (UTC)`;

const countCars = new Intl.NumberFormat('en-US');

/** A sum in the unit of its link. */
const showSum = ({ first }: LinkSums, value: number) =>
  closeStations[first.station].unit === 'cents'
    ? dollarsText(cents(value))
    : countCars.format(value);

const nameCause = ({ cause, outcome, source, detail }: CauseItem) =>
  [
    cause === 'outcome' && outcome ? outcomeLabels[outcome] : closeCauses[cause],
    source && getSourceName(source),
    detail,
  ]
    .filter((part) => part !== null)
    .join(': ');

/** A link's state. The last one adds up by what the link before explains, which isn't said of one that differs. */
function describeState({ link, state }: LinkSums, links: readonly LinkSums[]): string {
  const before = links.find((item) => item.link === 'bank');
  const isApart = link === 'statement' && state === 'ties' && before?.state === 'differs';
  return isApart
    ? `no other difference than at ${closeLinks.bank.label}`
    : linkStateLabels[state].toLowerCase();
}

/** A link with both sums and what is between them. */
const toSummary = (link: LinkSums, links: readonly LinkSums[]): AmountGroup => ({
  heading: `${closeLinks[link.link].label}: ${describeState(link, links)}`,
  rows: [
    {
      label: closeStations[link.first.station].label,
      amount: showSum(link, link.first.value),
    },
    {
      label: closeStations[link.second.station].label,
      amount: showSum(link, link.second.value),
    },
  ],
  total: {
    label: 'Neither explained nor in order',
    amount: showSum(link, Math.abs(link.unexplained) + link.found),
  },
});

/** All causes in the order of the page, in parts that fit on a page each. */
function toCauses(link: LinkSums): AmountGroup[] {
  const rows = [
    ...link.causes.map((cause) => ({
      label: nameCause(cause),
      amount: showSum(link, cause.value),
    })),
    { label: 'Unexplained', amount: showSum(link, link.unexplained) },
  ];
  const total = {
    label: 'Difference',
    amount: showSum(link, link.first.value - link.second.value),
  };
  const { label } = closeLinks[link.link];
  const starts = Array.from(
    { length: Math.ceil(rows.length / maxRows) },
    (_, index) => index * maxRows,
  );
  return starts.map((start) => ({
    heading: start === 0 ? label : `${label}, continued`,
    rows: rows.slice(start, start + maxRows),
    ...(start + maxRows >= rows.length ? { total } : {}),
  }));
}

/** Rows that fit on a page, those in order last. */
function listSpots({ spots }: CloseContent): { rows: CloseContent['spots']; left: number } {
  const isOff = ({ links }: CloseContent['spots'][number]) =>
    links.some(({ state }) => state === 'differs');
  const sorted = [...spots.filter(isOff), ...spots.filter((spot) => !isOff(spot))];
  return { rows: sorted.slice(0, maxSpots), left: Math.max(0, sorted.length - maxSpots) };
}

function describeSpot({ name, links }: CloseContent['spots'][number]): string {
  const differing = links.filter(({ state }) => state === 'differs');
  return differing.length === 0
    ? name
    : `${name} (differs: ${differing.map(({ link }) => closeLinks[link].label).join(', ')})`;
}

function writeNotes(writer: PageWriter, notes: readonly string[], style = textStyle): void {
  for (const note of notes) {
    writer.writeText('P', note, style);
    writer.skip(4);
  }
}

function startPage(writer: PageWriter, title: string): void {
  writer.startPage();
  writer.writeText('H2', title, kindStyle);
  writer.skip(8);
}

const applicable = ({ links }: CloseContent) =>
  links.filter(({ state }) => state !== 'not_applicable');

function writeSummary(writer: PageWriter, content: CloseContent): void {
  writeLetterhead(writer);
  writer.writeText('H1', content.organization.name, titleStyle);
  writer.skip(6);
  writer.writeText('P', `Close of ${describeMonth(content.month)}`, kindStyle);
  writer.skip(4);
  writeNotes(writer, [
    `Closed on ${describeTime(content.closed_at)} by ${content.closed_by}.`,
    `Sums may differ by ${dollarsText(cents(content.settings.tolerance_cents))} and ${content.settings.tolerance_cars} cars.`,
  ]);
  writer.skip(8);
  const groups = applicable(content).map((link) => toSummary(link, content.links));
  writeAmounts(writer, 'From the cars to the bank', groups);
}

function writeSpots(writer: PageWriter, content: CloseContent): void {
  writer.skip(8);
  const { rows, left } = listSpots(content);
  const total = content.spots.reduce((sum, { net }) => sum + net, 0);
  writeAmounts(writer, 'Net revenue by property', [
    {
      rows: rows.map((spot) => ({
        label: describeSpot(spot),
        amount: dollarsText(cents(spot.net)),
      })),
      total: {
        label: left === 0 ? 'All properties' : `All properties, ${left} more in evidence.json`,
        amount: dollarsText(cents(total)),
      },
    },
  ]);
}

const statementLabels: Record<string, string> = {
  gross: 'Gross revenue',
  refunds: 'Refunds',
  tax: 'Taxes',
  processing_fee: 'Processing fee',
  commission: 'Commission',
  net: 'Net revenue',
};

/** What a packet of a closed month is printed from. */
export interface PrintedClose {
  content: CloseContent;
  proofNotes: readonly string[];
  fingerprint: string;
  verifyUrl: string;
  madeAt: Instant;
}

function writeSignatures(writer: PageWriter, printed: PrintedClose): void {
  const { content, proofNotes, fingerprint, verifyUrl } = printed;
  startPage(writer, 'Income statement, signatures and adjustments');
  writeAmounts(writer, 'Income statement', [
    {
      // Canonical JSON has its names in alphabetical order.
      rows: Object.entries(statementLabels).flatMap(([name, label]) => {
        const amount = content.statement[name];
        return amount === undefined ? [] : [{ label, amount: dollarsText(cents(amount)) }];
      }),
    },
  ]);
  writeSpots(writer, content);
  writer.skip(8);
  for (const { link, signature } of applicable(content)) {
    if (!signature) continue;
    const { signed_by, signed_at, reason } = signature;
    writeNotes(writer, [
      `${closeLinks[link].label}: signed by ${signed_by} on ${describeTime(signed_at)}: ${reason}`,
    ]);
  }
  writeNotes(
    writer,
    content.adjustments.map(
      ({ month, entries, net }) =>
        `Adjustment of ${describeMonth(month)}, which was closed before: ${entries} ledger entries, net ${dollarsText(net)}.`,
    ),
  );
  writer.skip(6);
  writeNotes(
    writer,
    [
      'evidence.json is what was frozen. Its SHA-256 is in the audit entry of the closing, which proof.json proves.',
      ...proofNotes,
      `Anyone can verify this packet, without an account, at ${verifyUrl}. Compare the fingerprint of the key with one that you got from the operator in another way: ${fingerprint}`,
    ],
    noteStyle,
  );
}

/** Draws a closed month: its sums, their differences by cause, and its signatures. */
export function drawClose(printed: PrintedClose): Promise<Buffer> {
  const { content, madeAt } = printed;
  const month = describeMonth(content.month);
  return createPdf(
    {
      title: `Close of ${month}, ${content.organization.name}`,
      author: content.organization.name,
      createdAt: madeAt,
      tagged: true,
    },
    (pdf) => {
      const writer = new PageWriter(pdf);
      writeSummary(writer, content);
      const causes = content.links.map((link) => ({ link, groups: toCauses(link) }));
      for (const half of [causes.slice(0, 3), causes.slice(3)]) {
        startPage(writer, 'Differences by cause');
        const compared = half.filter(({ link }) => link.state !== 'not_applicable');
        writeAmounts(
          writer,
          'Causes',
          compared.flatMap(({ groups }) => groups),
        );
      }
      writeSignatures(writer, printed);
      writer.writeOmissions('evidence.json has them.', noteStyle);
      writeFooters(writer, `Close of ${month}`);
    },
  );
}

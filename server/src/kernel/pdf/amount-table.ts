import type { PageWriter, TextStyle } from './page-writer.ts';
import { ink, shapeText } from './page-writer.ts';

/** A name and its amount as text. */
export interface AmountRow {
  label: string;
  amount: string;
}

/** Rows under a heading, with their total. */
export interface AmountGroup {
  heading?: string;
  rows: readonly AmountRow[];
  total?: AmountRow;
}

const titleStyle: TextStyle = { font: 'semibold', size: 12, color: ink.text };
const headingStyle: TextStyle = { font: 'regular', size: 9, color: ink.muted };
const rowStyle: TextStyle = { font: 'regular', size: 10, color: ink.text };
const totalStyle: TextStyle = { ...rowStyle, font: 'semibold' };

/** Heights in points. */
const rowHeight = 17.5;
const headingHeight = 26;
const headingGap = 12;
const titleHeight = 24;
/** Points between a label and its amount. */
const labelGap = 16;

/** Digits of equal width, so amounts line up. */
const tabular = shapeText({ tnum: true });

/** How wide a row's label may be, and how tall that makes the row: a long one wraps. */
function measureRow(writer: PageWriter, { label, amount }: AmountRow, style: TextStyle) {
  const { pdf } = writer;
  writer.applyStyle(style);
  const width = writer.width - pdf.widthOfString(amount, tabular) - labelGap;
  const height = pdf.heightOfString(writer.toPrintable(label), { ...tabular, width });
  return { width, height: rowHeight + Math.max(0, height - pdf.currentLineHeight(true)) };
}

function writeRow(
  writer: PageWriter,
  table: ReturnType<PageWriter['addElement']>,
  printed: AmountRow,
  style: TextStyle,
): void {
  const { label, amount } = printed;
  const { pdf, left, top, width } = writer;
  const size = measureRow(writer, printed, style);
  const textTop = top + (rowHeight - pdf.currentLineHeight()) / 2;
  const amountLeft = left + width - pdf.widthOfString(amount, tabular);
  const row = writer.addElement('TR', table);
  const write = (text: string, from: number, options: object) => () => {
    pdf.text(text, from, textTop, { ...tabular, ...options });
  };
  const name = write(writer.toPrintable(label), left, { width: size.width });
  writer.addTagged('TH', name, row, { scope: 'Row' });
  writer.addTagged('TD', write(amount, amountLeft, { lineBreak: false }), row);
  writer.skip(size.height);
}

function measureGroup(writer: PageWriter, { heading, rows, total }: AmountGroup): number {
  const heights = rows.map((row) => measureRow(writer, row, rowStyle).height);
  if (total) heights.push(measureRow(writer, total, totalStyle).height);
  return heights.reduce((sum, height) => sum + height, heading ? headingHeight : 0);
}

function writeGroup(writer: PageWriter, group: AmountGroup): void {
  writer.ensureSpace(measureGroup(writer, group));
  if (group.heading) {
    const top = writer.top;
    writer.skip(headingGap);
    writer.writeText('H3', group.heading, headingStyle);
    writer.top = top + headingHeight;
  }
  const table = writer.addElement('Table');
  for (const row of group.rows) writeRow(writer, table, row, rowStyle);
  if (group.total) {
    writer.drawRule();
    writeRow(writer, table, group.total, totalStyle);
  }
}

/** Writes groups of amounts under a title, aligned at the right edge. A group is never split between pages. */
export function writeAmounts(
  writer: PageWriter,
  title: string,
  groups: readonly AmountGroup[],
): void {
  const [first] = groups;
  writer.ensureSpace(titleHeight + (first ? measureGroup(writer, first) : 0));
  writer.writeText('H2', title, titleStyle);
  writer.skip(titleHeight - 6 - writer.pdf.currentLineHeight());
  writer.drawRule(ink.text);
  writer.skip(3);
  for (const group of groups) writeGroup(writer, group);
}

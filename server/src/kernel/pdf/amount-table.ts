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

/** Digits of equal width, so amounts line up. */
const tabular = shapeText({ tnum: true });

function writeRow(
  writer: PageWriter,
  table: ReturnType<PageWriter['addElement']>,
  { label, amount }: AmountRow,
  style: TextStyle,
): void {
  const { pdf, left, top, width } = writer;
  writer.applyStyle(style);
  const textTop = top + (rowHeight - pdf.currentLineHeight()) / 2;
  const amountLeft = left + width - pdf.widthOfString(amount, tabular);
  const row = writer.addElement('TR', table);
  const write = (text: string, from: number) => () => {
    pdf.text(text, from, textTop, { ...tabular, lineBreak: false });
  };
  writer.addTagged('TH', write(writer.toPrintable(label), left), row, { scope: 'Row' });
  writer.addTagged('TD', write(amount, amountLeft), row);
  writer.skip(rowHeight);
}

const measureGroup = ({ heading, rows, total }: AmountGroup) =>
  (heading ? headingHeight : 0) + (rows.length + (total ? 1 : 0)) * rowHeight;

function writeGroup(writer: PageWriter, group: AmountGroup): void {
  writer.ensureSpace(measureGroup(group));
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
  writer.ensureSpace(titleHeight + Math.max(0, ...groups.slice(0, 1).map(measureGroup)));
  writer.writeText('H2', title, titleStyle);
  writer.skip(titleHeight - 6 - writer.pdf.currentLineHeight());
  writer.drawRule(ink.text);
  writer.skip(3);
  for (const group of groups) writeGroup(writer, group);
}

import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents, decimalDollars } from '@lotkeeper/contract/kernel/money';
import type { PropertyField } from '@lotkeeper/contract/money/books';
import { IifFile } from '../../../kernel/http/binary-files.ts';
import type { CsvColumns, CsvFile } from '../../../kernel/http/csv.ts';
import { moneyCell, toCsvFile } from '../../../kernel/http/csv.ts';
import type { Download } from '../../../kernel/http/downloads.ts';
import { listLines } from './books.rules.ts';
import type { ExportContent, Journal, JournalLine, NameRules } from './journals.rules.ts';
import { buildJournals, splitJournals } from './journals.rules.ts';

type Row = JournalLine & Omit<Journal, 'lines'>;
type Columns = CsvColumns<Row>;

/** 06/30/2026 */
const toUsDate = (day: LocalDate) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
/** 30 Jun 2026: of Xero's two forms, the one that no country reads otherwise. */
const toXeroDate = (day: LocalDate) =>
  `${day.slice(8)} ${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

const debit = ({ amount }: Row) => (amount > 0 ? moneyCell(amount) : null);
const credit = ({ amount }: Row) => (amount < 0 ? moneyCell(-amount) : null);

const propertyColumns = (chosen: PropertyField): Columns => [
  ['Class', ({ property }) => (chosen === 'class' ? property : null)],
  ['Location', ({ property }) => (chosen === 'location' ? property : null)],
];

const csvColumns = {
  quickbooks_online: (field: PropertyField): Columns => [
    ['JournalNo', ({ number }) => number],
    ['JournalDate', ({ date }) => toUsDate(date)],
    ['AccountName', ({ account }) => account],
    ['Debits', debit],
    ['Credits', credit],
    ['Description', ({ description }) => description],
    ['Name', () => null],
    ...propertyColumns(field),
  ],
  xero: (): Columns => [
    ['*Narration', ({ memo }) => memo],
    ['*Date', ({ date }) => toXeroDate(date)],
    ['Description', ({ description }) => description],
    ['*AccountCode', ({ account }) => account],
    ['*TaxRate', () => 'Tax Exempt'],
    ['*Amount', ({ amount }) => moneyCell(amount)],
    ['TrackingName1', ({ property }) => (property === '' ? null : 'Property')],
    ['TrackingOption1', ({ property }) => property],
    ['TrackingName2', () => null],
    ['TrackingOption2', () => null],
  ],
  netsuite: (field: PropertyField): Columns => [
    ['External ID', ({ number }) => number],
    ['Date', ({ date }) => toUsDate(date)],
    ['Account', ({ account }) => account],
    ['Debit', debit],
    ['Credit', credit],
    ['Memo', ({ description }) => description],
    ...propertyColumns(field),
  ],
  csv: (): Columns => [
    ['Journal', ({ number }) => number],
    ['Date', ({ date }) => date],
    ['Account', ({ account }) => account],
    ['Debit', debit],
    ['Credit', credit],
    ['Description', ({ description }) => description],
    ['Property', ({ property }) => property],
  ],
};

const asIs = (text: string) => text;

const typedForms: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': "'",
  '”': "'",
  '"': "'",
  '–': '-',
  '—': '-',
  '…': '...',
};

/** Text of QuickBooks Desktop: Latin letters alone, and no quotes, which begin a quoted field. */
const toPlainLatin = (text: string) =>
  text
    .replace(/[‘’“”"–—…]/g, (mark) => typedForms[mark] ?? mark)
    .replace(/[\t\r\n]+/g, ' ')
    .normalize('NFC')
    .replace(/[^ -~\u00a0-\u00ff]/gu, (character) => {
      const [base = ''] = character.normalize('NFD');
      return /[ -~]/.test(base) ? base : '?';
    });

const nameRules: Record<ExportContent['format'], NameRules> = {
  quickbooks_online: { maxLength: 100, clean: asIs },
  quickbooks_desktop: { maxLength: 31, clean: toPlainLatin },
  xero: { maxLength: 100, clean: asIs },
  netsuite: { maxLength: 60, clean: asIs },
  csv: { maxLength: 200, clean: asIs },
};

const iifNames = ['TRNSTYPE', 'DATE', 'ACCNT', 'CLASS', 'AMOUNT', 'DOCNUM', 'MEMO'];

function writeIif(journals: readonly Journal[]): Buffer {
  const rows = [
    ['!TRNS', ...iifNames],
    ['!SPL', ...iifNames],
    ['!ENDTRNS'],
    ...journals.flatMap(({ number, date, lines }) => [
      ...lines.map(({ account, amount, description, property }, index) => [
        index === 0 ? 'TRNS' : 'SPL',
        'GENERAL JOURNAL',
        // MM/DD/YY, as published.
        `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(2, 4)}`,
        toPlainLatin(account),
        property,
        decimalDollars(cents(amount)),
        number,
        toPlainLatin(description),
      ]),
      ['ENDTRNS'],
    ]),
  ];
  return Buffer.from(rows.map((row) => `${row.join('\t')}\r\n`).join(''), 'latin1');
}

/** Lines per batch of a file, so that a large one doesn't hold the server up. */
const batchLines = 2000;

function writeCsv(name: string, columns: Columns, journals: readonly Journal[]): CsvFile {
  function* batches() {
    let rows: Row[] = [];
    for (const { lines, ...journal } of journals) {
      rows.push(...lines.map((line) => ({ ...journal, ...line })));
      if (rows.length < batchLines) continue;
      yield rows;
      rows = [];
    }
    yield rows;
  }
  return toCsvFile(name, columns, batches());
}

/** The files of an export. The same content gives the same bytes. */
export function writeBooks(name: string, content: ExportContent): Download[] {
  const { format, property_field: field } = content;
  const packs = splitJournals(buildJournals(content, nameRules[format]), format);
  return packs.map((journals, index) => {
    const fileName = packs.length === 1 ? name : `${name} ${index + 1} of ${packs.length}`;
    return format === 'quickbooks_desktop'
      ? new IifFile(fileName, writeIif(journals))
      : writeCsv(fileName, csvColumns[format](field), journals);
  });
}

/** How many lines the journals of an export have. */
export const countLines = ({ sums }: ExportContent) =>
  sums.reduce((total, { amounts }) => total + listLines(amounts).length, 0);

import type { OwedAuthority, OwedLine, Taxes } from '@lotkeeper/contract/money/taxes';
import { taxLevels } from '@lotkeeper/contract/money/taxes';
import type { CsvColumns, CsvFile, MoneyCell } from '../../../kernel/http/csv.ts';
import { moneyCell, toCsvFile } from '../../../kernel/http/csv.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';

type Row = Omit<OwedLine, 'rate' | 'rental_group' | 'receipts'> &
  Pick<OwedAuthority, 'authority'> & { level: string; rate: string; receipts: MoneyCell | null };

const columns: CsvColumns<Row> = [
  ['Authority', ({ authority }) => authority],
  ['Level', ({ level }) => level],
  ['Property', ({ property }) => property.name],
  ['First day', ({ start_date }) => start_date],
  ['Last day', ({ end_date }) => end_date],
  ['Rate in percent', ({ rate }) => rate],
  ['Taxable receipts', ({ receipts }) => receipts],
  ['Tax owed', ({ owed }) => moneyCell(owed)],
];

/** A row for each authority, property and rate, and for tax that no rate is known for. */
export function taxesFile({ start_date, end_date, authorities, unassigned }: Taxes): CsvFile {
  const rows: Row[] = [
    ...authorities.flatMap(({ authority, level, lines }) =>
      lines.map((line) => ({
        ...line,
        authority,
        level: taxLevels[level],
        rate: String(line.rate / 1000),
        receipts: moneyCell(line.receipts),
      })),
    ),
    ...unassigned.map(({ property, owed }) => ({
      authority: 'Not assigned',
      level: '',
      property,
      start_date,
      end_date,
      rate: '',
      receipts: null,
      owed,
    })),
  ];
  return toCsvFile(inFileName(`taxes ${start_date} ${end_date}`), columns, [rows]);
}

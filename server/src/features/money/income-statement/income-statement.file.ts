import type { Cents } from '@lotkeeper/contract/kernel/money';
import { figureMeasures } from '@lotkeeper/contract/money/figures';
import type { Statement } from '@lotkeeper/contract/money/income-statement';
import { PdfFile } from '../../../kernel/http/binary-files.ts';
import type { CsvColumns, CsvFile } from '../../../kernel/http/csv.ts';
import { moneyCell, toCsvFile } from '../../../kernel/http/csv.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import { entryNameColumns, entryPartColumns } from '../ledger/public.ts';
import type { MovementRow, Range } from './income-statement.queries.ts';
import type { PrintedStatement } from './statement-pdf.ts';
import { drawStatement } from './statement-pdf.ts';

const amountColumns: readonly [header: string, read: (statement: Statement) => Cents][] = [
  [figureMeasures.gross.label, (statement) => statement.income_statement.revenue],
  ['Transient revenue', (statement) => statement.income_statement.revenue_transient],
  ['Monthly revenue', (statement) => statement.income_statement.revenue_monthly],
  ['Enterprise and tenant revenue', (statement) => statement.income_statement.revenue_enterprise],
  [figureMeasures.refunds.label, (statement) => statement.income_statement.refunds],
  [figureMeasures.tax.label, (statement) => statement.income_statement.tax_amount],
  [
    figureMeasures.processing_fee.label,
    (statement) => statement.income_statement.client_payment_processing_fee,
  ],
  [
    figureMeasures.commission.label,
    (statement) => statement.income_statement.contribution_amount_exclude_tax,
  ],
  [figureMeasures.net.label, (statement) => statement.income_statement.net_income],
  ['Transient net revenue', (statement) => statement.income_statement.net_income_transient],
  ['Monthly net revenue', (statement) => statement.income_statement.net_income_monthly],
  [
    'Enterprise and tenant net revenue',
    (statement) => statement.income_statement.net_income_enterprise,
  ],
  ['Enforcement uplift', (statement) => statement.revenue_uplift.enforcement_revenue],
  ['Marketing uplift', (statement) => statement.revenue_uplift.marketing_revenue],
  ['Dynamic pricing uplift', (statement) => statement.revenue_uplift.dynamic_pricing_revenue],
  ['Enterprise and tenant uplift', (statement) => statement.revenue_uplift.enterprise_revenue],
];

const movementColumns: CsvColumns<MovementRow & { property: string }> = [
  ['Property', (row) => row.property],
  ...entryNameColumns,
  ...entryPartColumns,
  ['Enforcement uplift', (row) => moneyCell(row.enforcement)],
  ['Marketing uplift', (row) => moneyCell(row.marketing)],
  ['Dynamic pricing uplift', (row) => moneyCell(row.dynamic_pricing)],
];

const fileName = (title: string, scopeName: string, { start_date, end_date }: Range) =>
  `${title} ${inFileName(scopeName)} ${start_date} ${end_date}`;

/** The statements, one row each, starting with the property's name. */
export function statementFile(
  scopeName: string,
  range: Range,
  statements: readonly (readonly [name: string, statement: Statement])[],
): CsvFile {
  const columns: CsvColumns<(typeof statements)[number]> = [
    ['Property', ([name]) => name],
    ['First day', () => range.start_date],
    ['Last day', () => range.end_date],
    ...amountColumns.map(([header, read]): CsvColumns<(typeof statements)[number]>[number] => [
      header,
      ([, statement]) => moneyCell(read(statement)),
    ]),
  ];
  return toCsvFile(fileName('income-statement', scopeName, range), columns, [statements]);
}

export async function printedStatementFile(printed: PrintedStatement): Promise<PdfFile> {
  const { organization, property, range } = printed;
  const name = fileName('income-statement', property ?? organization, range);
  return new PdfFile(name, await drawStatement(printed));
}

/** Streams the ledger entries of the properties, one property after another. */
export function movementsFile(
  scopeName: string,
  range: Range,
  spots: readonly { pk: number; name: string }[],
  movementsOf: (spotPk: number) => AsyncIterable<MovementRow[]>,
): CsvFile {
  async function* batches() {
    for (const { pk, name } of spots) {
      for await (const page of movementsOf(pk))
        yield page.map((row) => ({ ...row, property: name }));
    }
  }
  return toCsvFile(fileName('movements', scopeName, range), movementColumns, batches());
}

import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { toLocalTime } from '@lotkeeper/contract/kernel/calendar';
import type {
  SponsorTerms,
  ValidationMonth,
} from '@lotkeeper/contract/operations/validation-bills';
import { sponsorKindLabels } from '@lotkeeper/contract/operations/validation-bills';
import type { CsvCell, CsvColumns, CsvFile } from '../../../kernel/http/csv.ts';
import { moneyCell, toCsvFile } from '../../../kernel/http/csv.ts';
import { billVisit } from './bill.rules.ts';
import type { VisitRow } from './usage.queries.ts';

interface BillLine {
  sponsor: string;
  kind: string;
  codes: string;
  visits: number;
  value: number | null;
  allowance_visits: number | null;
  allowance_value: number | null;
  overage: number | null;
  price: number | null;
  bill: number | null;
}

const money = (amount: number | null): CsvCell => (amount === null ? null : moneyCell(amount));

const billColumns: CsvColumns<BillLine> = [
  ['Sponsor', ({ sponsor }) => sponsor],
  ['Kind', ({ kind }) => kind],
  ['Codes', ({ codes }) => codes],
  ['Visits', ({ visits }) => visits],
  ['Value', ({ value }) => money(value)],
  ['Allowance in visits', ({ allowance_visits }) => allowance_visits],
  ['Allowance in dollars', ({ allowance_value }) => money(allowance_value)],
  ['Visits billed', ({ overage }) => overage],
  ['Fixed price', ({ price }) => money(price)],
  ['Bill', ({ bill }) => money(bill)],
];

const noSponsor = {
  sponsor: '',
  kind: '',
  allowance_visits: null,
  allowance_value: null,
  overage: null,
  price: null,
  bill: null,
};

/** The bills of all sponsors, and the codes that have none. */
export function writeBills(name: string, { sponsors, others }: ValidationMonth): CsvFile {
  const lines = [
    ...sponsors.map((sponsor) => ({
      ...sponsor,
      sponsor: sponsor.name,
      kind: sponsorKindLabels[sponsor.kind],
      codes: sponsor.codes.map(({ code }) => code).join(', '),
      overage: sponsor.overage_visits,
    })),
    ...others.map(({ code, visits, value }) => ({
      ...noSponsor,
      codes: code?.code ?? 'Not known',
      visits,
      value,
    })),
  ];
  return toCsvFile(name, billColumns, [lines]);
}

const visitColumns = (terms: SponsorTerms, zone: TimeZone): CsvColumns<VisitRow> => {
  const time = (at: VisitRow['exit_at']) => (at === null ? null : toLocalTime(at, zone));
  return [
    ['Number', ({ number }) => number],
    ['Day', ({ local_date }): LocalDate => local_date],
    ['Plate', ({ plate }) => plate ?? 'Deleted'],
    ['State', ({ state }) => state],
    ['Entrance', ({ entrance_at }) => time(entrance_at)],
    ['Exit', ({ exit_at }) => time(exit_at)],
    ['Code', ({ code }) => code],
    ['Value', ({ value }) => moneyCell(value)],
    ['Billed', (visit) => moneyCell(billVisit(terms, visit))],
  ];
};

/** Each visit of a sponsor's bill. */
export const writeVisits = (
  name: string,
  { terms, timezone }: { terms: SponsorTerms; timezone: TimeZone },
  batches: AsyncIterable<readonly VisitRow[]>,
): CsvFile => toCsvFile(name, visitColumns(terms, timezone), batches);

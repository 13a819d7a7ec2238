import type { LocalDate } from '../kernel/calendar.ts';
import { startOfDay } from '../kernel/calendar.ts';
import type { BasisPoints, Cents } from '../kernel/money.ts';
import { cents, dollarsText, rateToPercent } from '../kernel/money.ts';
import type { StoryEntry, StoryMoney } from './stories.ts';

/** One amount with its label. */
export interface SumLine {
  label: string;
  amount: string;
}

/** Lines, and their total including the groups above. */
export interface SumGroup {
  lines: readonly SumLine[];
  total?: SumLine;
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a calendar day as 'Nov 21, 2026'. */
export const formatStoryDay = (day: string): string =>
  dayFormat.format(startOfDay(day as LocalDate, 'UTC'));

type Amounts = StoryMoney['totals'];

const line = (label: string, amount: Cents): SumLine => ({
  label,
  amount: dollarsText(amount),
});

/** Drops the lines whose amounts are zero. */
const nonZero = (lines: readonly (readonly [label: string, amount: Cents])[]): SumLine[] =>
  lines.filter(([, amount]) => amount !== 0).map(([label, amount]) => line(label, amount));

/** What drivers paid: the price plus tax, unless refunds are mixed in. */
function listPaid({ gross, refund, tax }: Amounts): SumGroup[] {
  const paid = line('Paid by the driver', gross);
  if (gross === 0) return [];
  const isPure = refund === 0 && tax !== 0;
  const priceLines = isPure ? [line('Price', cents(gross - tax)), line('Tax', tax)] : [];
  return [{ lines: priceLines, total: paid }];
}

/** The deductions from what was paid, down to the net; labeled like the income statement. */
function listDeductions(amounts: Amounts, commissionRate: number | null): SumGroup[] {
  const { gross, refund, tax, processing_fee, commission, net } = amounts;
  const taxLabel = gross === 0 ? 'Tax given back' : 'Tax';
  const rate = commissionRate === null ? '' : ` (${rateToPercent(commissionRate as BasisPoints)}%)`;
  const commissionLabel = gross === 0 ? 'Commission given back' : 'Commission';
  return [
    {
      lines: nonZero([
        ['Refunded to the driver', cents(-refund)],
        [taxLabel, cents(-tax)],
        ['Processing fee', cents(-processing_fee)],
      ]),
      total: line('Adjusted revenue', cents(gross - refund - tax - processing_fee)),
    },
    {
      lines: nonZero([[`${commissionLabel}${rate}`, cents(-commission)]]),
      total: line('Net', net),
    },
  ];
}

/** The arithmetic of one ledger entry. */
export const explainEntry = (entry: StoryEntry): SumGroup[] => [
  ...listPaid(entry),
  ...listDeductions(entry, entry.commission_rate),
];

/** The arithmetic of all ledger entries together. */
export const explainTotals = (totals: Amounts): SumGroup[] => [
  ...listPaid(totals),
  ...listDeductions(totals, null),
];

/** Notes on an entry: which features generated it, and the payout that included it. */
export function listEntryNotes(entry: StoryEntry): string[] {
  const { dynamic_pricing, marketing, enforcement, payout, net } = entry;
  const amount = dollarsText;
  return [
    ...(dynamic_pricing > 0
      ? [`Dynamic pricing added ${amount(dynamic_pricing)} of it, tax included.`]
      : []),
    ...(marketing > 0 ? [`${amount(marketing)} counts as marketing revenue.`] : []),
    ...(enforcement > 0 ? [`${amount(enforcement)} counts as enforcement revenue.`] : []),
    ...(net === 0 && payout === null
      ? []
      : [
          payout
            ? `${net < 0 ? 'Deducted from' : 'Paid out with'} the payout of ${formatStoryDay(payout.local_date)}.`
            : 'Not paid out yet. It will be in the next payout.',
        ]),
  ];
}

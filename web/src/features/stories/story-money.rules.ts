import type { StoryEntry, StoryMoney } from '@lotkeeper/contract/stories';
import { formatDate, formatInstant, formatMoneyExact, formatPercent } from '../../kernel/format.ts';
import { entryKindNames } from '../../shared/entry-names.ts';
import type { SumGroup, SumLine } from '../../ui/data/sum-table.tsx';

type Amounts = StoryMoney['totals'];

const line = (label: string, amount: number): SumLine => ({
  label,
  amount: formatMoneyExact(amount),
});

/** The lines whose amounts are not zero: what was not kept or paid isn’t worth a line. */
const nonZero = (lines: readonly (readonly [label: string, amount: number])[]): SumLine[] =>
  lines.filter(([, amount]) => amount !== 0).map(([label, amount]) => line(label, amount));

/** What drivers paid: the price and the tax on top, as far as no refund is mixed in. */
function listPaid({ gross, refund, tax }: Amounts): SumGroup[] {
  const paid = line('Paid by the driver', gross);
  if (gross === 0) return [];
  const isPure = refund === 0 && tax !== 0;
  const priceLines = isPure ? [line('Price', gross - tax), line('Tax', tax)] : [];
  return [{ lines: priceLines, total: paid }];
}

/** What goes off what was paid, down to the net; the words are those of the income statement. */
function listDeductions(amounts: Amounts, commissionRate: number | null): SumGroup[] {
  const { gross, refund, tax, processing_fee, commission, net } = amounts;
  const taxLabel = gross === 0 ? 'Tax given back' : 'Tax';
  const rate = commissionRate === null ? '' : ` (${formatPercent(commissionRate / 10_000, 2)})`;
  const commissionLabel = gross === 0 ? 'Commission given back' : 'Commission';
  return [
    {
      lines: nonZero([
        ['Refunded to the driver', -refund],
        [taxLabel, -tax],
        ['Processing fee', -processing_fee],
      ]),
      total: line('Adjusted revenue', gross - refund - tax - processing_fee),
    },
    {
      lines: nonZero([[`${commissionLabel}${rate}`, -commission]]),
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

/** What an entry is called: its kind and when it was. */
export const nameEntry = ({ kind, happened_at }: StoryEntry, timezone: string) =>
  `${entryKindNames[kind]} on ${formatInstant(happened_at / 1000, timezone)}`;

/** What else is known of an entry: which features earned it, and the payout that paid it. */
export function listEntryNotes(entry: StoryEntry): string[] {
  const { dynamic_pricing, marketing, enforcement, payout, net } = entry;
  const amount = formatMoneyExact;
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
            ? `${net < 0 ? 'Deducted from' : 'Paid out with'} the payout of ${formatDate(payout.local_date)}.`
            : 'Not paid out yet. It will be in the next payout.',
        ]),
  ];
}

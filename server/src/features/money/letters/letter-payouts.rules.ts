import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { daysBetween, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatDateShort, formatMoney } from '@lotkeeper/contract/kernel/format';
import type { BridgeRange } from '@lotkeeper/contract/money/changes';
import type { LetterKind, LetterSection } from '@lotkeeper/contract/money/letters';
import {
  describeNextPayout,
  earningsLabels,
  nextPayoutFigure,
} from '@lotkeeper/contract/money/payout-words';
import type { PayoutAccount } from '@lotkeeper/contract/money/payouts';
import { payoutWaitsFor } from '@lotkeeper/contract/money/payouts';
import type { LetterPaths } from './letter-text.ts';
import { countOf, link, plain } from './letter-text.ts';
import type { PaidRow } from './letters.queries.ts';

/** A payout that is sent so soon after the letter’s days is in it. */
const soonDays: Record<LetterKind, number> = { weekly: 8, monthly: 31 };

/** Payouts made, and the next one if it comes soon, is late or held. */
export function writePayouts(
  paid: readonly PaidRow[],
  account: PayoutAccount,
  at: { kind: LetterKind; range: BridgeRange; now: Instant; isNewest: boolean },
  paths: LetterPaths,
): LetterSection | null {
  const { kind, range, now, isNewest } = at;
  const sum = paid.reduce((total, { payout }) => total + payout, 0);
  const days = paid.filter(({ payout }) => payout > 0);
  const back = paid
    .filter(({ payout }) => payout < 0)
    .reduce((total, { payout }) => total - payout, 0);
  const payoutLines =
    paid.length > 0
      ? [
          {
            label: 'Paid out',
            value: link(formatMoney(sum), paths.figure('paid_out', range)),
            notes: [
              [
                plain(
                  days.length === 1 && days[0]
                    ? `on ${formatDateShort(days[0].local_date)}`
                    : countOf(days.length, 'payout'),
                ),
              ],
              ...(back > 0 ? [[plain(`${formatMoney(back)} came back`)]] : []),
            ],
          },
        ]
      : [];
  const figures = [
    ...payoutLines,
    ...(isNewest ? writeNext(account, { kind, range, now }, paths) : []),
  ];
  return figures.length > 0 ? { title: 'Payouts', figures, lines: [] } : null;
}

function writeNext(
  account: PayoutAccount,
  { kind, range, now }: { kind: LetterKind; range: BridgeRange; now: Instant },
  paths: LetterPaths,
): LetterSection['figures'] {
  const { amount, due_date, is_late } = account.next_payout;
  const isSoon = daysBetween(range.end, due_date) <= soonDays[kind];
  const waits = payoutWaitsFor(account, now);
  if (amount <= 0 || !(isSoon || is_late || waits === 'hold' || waits === 'requirements'))
    return [];
  const today = toLocalDate(now, 'UTC');
  const figure = nextPayoutFigure(account, today);
  const path = figure
    ? paths.figure('owed', { start: figure.startDate as LocalDate, end: figure.endDate })
    : paths.page('payouts');
  const held = waits
    ? [[plain('On hold. See why on '), link('Payouts', paths.page('payouts')), plain('.')]]
    : [];
  return [
    {
      label: earningsLabels.next,
      value: link(formatMoney(amount), path),
      notes: [[plain(describeNextPayout(account, today))], ...held],
    },
  ];
}

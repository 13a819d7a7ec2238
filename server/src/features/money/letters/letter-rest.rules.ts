import type { CameraGap } from '@lotkeeper/contract/cars/outcomes';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { daysBetween, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  formatCount,
  formatDateShort,
  formatInstant,
  formatMoney,
  formatMoneyExact,
  formatWeekday,
} from '@lotkeeper/contract/kernel/format';
import type { BridgeRange } from '@lotkeeper/contract/money/changes';
import { hasDisputeEnded } from '@lotkeeper/contract/money/disputes';
import type { LetterKind, LetterSection, TextLine } from '@lotkeeper/contract/money/letters';
import { describeNextPayout, nextPayoutFigure } from '@lotkeeper/contract/money/payout-words';
import type { PayoutAccount } from '@lotkeeper/contract/money/payouts';
import { payoutWaitsFor } from '@lotkeeper/contract/money/payouts';
import { describePlaces } from '@lotkeeper/contract/operations/coming-words';
import type {
  ComingOccasion,
  UpcomingDay,
} from '@lotkeeper/contract/operations/local-intelligence';
import type { LetterPaths } from './letter-text.ts';
import { formatCost, link, plain } from './letter-text.ts';
import type { LetterDispute, OpenMatters, PaidRow } from './letters.queries.ts';

const disputeWords: Record<LetterDispute['state'], string> = {
  inquiry: 'the bank asks about it',
  needs_response: 'a response is due',
  under_review: 'the bank is deciding',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
};

const countOf = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

function writeDispute(dispute: LetterDispute, zone: string, paths: LetterPaths): TextLine {
  const { amount, spot, state, respond_by, rental } = dispute;
  const due =
    state === 'needs_response' && respond_by !== null
      ? ` by ${formatDateShort(toLocalDate(respond_by, zone))}`
      : '';
  return [
    plain('Dispute of '),
    link(formatMoneyExact(amount), paths.page(`rentals/${rental}`)),
    plain(` at ${spot}: ${disputeWords[state]}${due}.`),
  ];
}

/** Disputes that a letter lists; more are counted. */
const maxDisputes = 5;

/** Open violations if there are new ones or appeals to answer, and disputes; null if nothing is new. */
export function writeMatters(
  { violations, amount, new_violations, new_amount, appeals, disputes }: OpenMatters,
  { kind, timezone }: { kind: LetterKind; timezone: string },
  paths: LetterPaths,
): LetterSection | null {
  const hasNews = new_violations > 0 || appeals.length > 0;
  if (!hasNews && disputes.length === 0) return null;
  const isNew = `${countOf(new_violations, 'new one')} this ${kind === 'weekly' ? 'week' : 'month'}, ${formatMoney(new_amount)}`;
  const figures = hasNews
    ? [
        {
          label: `${countOf(violations, 'open violation')}`,
          value: link(formatMoney(amount), paths.page('who-owes', { kind: 'violation' })),
          notes: new_violations > 0 ? [[plain(isNew)]] : [],
        },
      ]
    : [];
  const open = disputes.filter(({ state }) => !hasDisputeEnded(state));
  const lines = disputes
    .slice(0, maxDisputes)
    .map((dispute) => writeDispute(dispute, timezone, paths));
  const more = disputes.length - maxDisputes;
  const rest: TextLine[] = more > 0 ? [[plain(`And ${countOf(more, 'more dispute')}.`)]] : [];
  const title = open.length > 0 || disputes.length > 0 ? 'Violations and disputes' : 'Violations';
  return { title, figures, lines: [...lines, ...rest] };
}

/** Gaps that a letter lists; more are counted. */
const maxGaps = 4;

function describeGap({ kind, start, end, direction, spot }: CameraGap): string {
  const side = direction === 'Exit' ? 'exit' : 'entrance';
  if (kind === 'one_sided') return `many cars weren’t seen at the ${side}`;
  const days = [start, end - 1].map((at) =>
    formatDateShort(toLocalDate((at * 1000) as Instant, spot.timezone)),
  );
  if (kind === 'fewer')
    return `fewer cars than usual at the ${side}, ${days[0] === days[1] ? days[0] : days.join(' to ')}`;
  return `no reads from ${formatInstant(start, spot.timezone).replace(/, \d{4},/, ',')} to ${formatInstant(end, spot.timezone).replace(/, \d{4},/, ',')}`;
}

/** When cameras were dark and what that probably cost, the most expensive first. */
export function writeCameras(
  gaps: readonly CameraGap[],
  range: BridgeRange,
  paths: LetterPaths,
): LetterSection | null {
  const costly = gaps
    .filter(({ lost_high }) => lost_high > 0)
    .toSorted((a, b) => b.lost_high - a.lost_high);
  if (costly.length === 0) return null;
  const figures = costly.slice(0, maxGaps).map((gap) => ({
    label: gap.camera ? `${gap.camera}, ${gap.spot.name}` : gap.spot.name,
    value: link(formatCost(gap.lost_low, gap.lost_high), paths.cars(range, gap.spot.pk)),
    notes: [[plain(`${describeGap(gap)}: ${formatCars(gap)}`)]],
  }));
  const rest = costly.slice(maxGaps);
  const low = rest.reduce((sum, { lost_low }) => sum + lost_low, 0);
  const high = rest.reduce((sum, { lost_high }) => sum + lost_high, 0);
  const more: TextLine[] =
    rest.length > 0
      ? [
          [
            plain(`And ${formatCount(rest.length)} more, `),
            link(formatCost(low, high), paths.cars(range)),
            plain(' together.'),
          ],
        ]
      : [];
  const hint: TextLine = [
    plain('These are estimates. Hours in which a property was closed look the same.'),
  ];
  return { title: 'Cameras that missed cars', figures, lines: [...more, hint] };
}

const formatCars = ({ cars_low: low, cars_high: high }: CameraGap) =>
  low === high ? `${countOf(low, 'car')}` : `${formatCount(low)} to ${countOf(high, 'car')}`;

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
  const made =
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
  const figures = [...made, ...(isNewest ? writeNext(account, { kind, range, now }, paths) : [])];
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
      label: 'Next payout',
      value: link(formatMoney(amount), path),
      notes: [[plain(describeNextPayout(account, today))], ...held],
    },
  ];
}

/** What a property expects of a day. */
export interface Forecast {
  spot: { pk: number; name: string };
  day: UpcomingDay;
}

/** Days that a letter lists. */
const maxComing = 8;

const occasionKinds: Record<ComingOccasion['kind'], string> = {
  closed: ' (closed)',
  event: '',
  holiday: '',
};

function writeForecast({ spot, day }: Forecast, paths: LetterPaths): TextLine {
  return [
    link(spot.name, paths.spot(spot.pk, 'local-intelligence')),
    plain(
      ` expects about ${formatCount(day.expected ?? 0)} rentals on ${formatDateShort(day.date)} instead of ${formatCount(day.usual ?? 0)}.`,
    ),
  ];
}

const isForecast = ({ day: { expected, usual } }: Forecast) =>
  expected !== null && usual !== null && expected !== usual;

/** Events, closings and holidays of the time after, and what is expected of them. */
export function writeComing(
  occasions: readonly ComingOccasion[],
  forecasts: readonly Forecast[],
  kind: LetterKind,
  paths: LetterPaths,
): LetterSection | null {
  if (occasions.length === 0) return null;
  const lines = occasions
    .slice(0, maxComing)
    .map(
      (occasion): TextLine => [
        plain(
          `${formatWeekday(occasion.date)}: ${occasion.name}${occasionKinds[occasion.kind]}, ${describePlaces(occasion).replace(/^All/, 'all')}.`,
        ),
      ],
    );
  const more = occasions.length - maxComing;
  const rest: TextLine[] =
    more > 0
      ? [
          [
            plain(`And ${formatCount(more)} more on `),
            link('This Week', paths.page('week')),
            plain('.'),
          ],
        ]
      : [];
  const expected = forecasts.filter(isForecast).map((forecast) => writeForecast(forecast, paths));
  const title = kind === 'weekly' ? 'This week' : 'This month';
  return { title, figures: [], lines: [...lines, ...rest, ...expected] };
}

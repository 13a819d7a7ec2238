import type { VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatDate } from '@lotkeeper/contract/kernel/format';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import type { BankLine, BankState } from '@lotkeeper/contract/money/bank';
import type {
  CauseItem,
  Certainty,
  CloseCause,
  CloseLinkName,
  CloseSettings,
  CloseStation,
  LinkSums,
} from '@lotkeeper/contract/money/close';
import { closeLinkNames, closeStations } from '@lotkeeper/contract/money/close';
import { historySource } from '@lotkeeper/contract/money/payout-words';
import { isBookingSite } from '@lotkeeper/contract/people/rentals';
import type { BankedPayout } from '../bank/public.ts';
import type { SiteError } from '../remittances/public.ts';

/** A property's money of a month from one source, in cents. */
export interface SourceSums {
  source: string;
  gross: number;
  refunds: number;
  tax: number;
  processing_fee: number;
  commission: number;
  /** Fees of days when they differ from the agreed rate by more than rounding, less the agreed ones. */
  wrong_fee: number;
  first_wrong_day: LocalDate | null;
}

/** How a month's visits and first charges belong together at a property. */
export interface StayCounts {
  /** Visits of rentals that were charged in another month. */
  other_month: number;
  /** Visits of a rental of the month beyond its first one. */
  several_visits: number;
  /** Visits that had to pay and name no rental. */
  no_rental: number;
  /** First charges of rentals without any visit. */
  no_show: number;
  /** First charges of rentals that came in another month. */
  came_in_other_month: number;
}

/** Tax that was taken other than by the rates in force, and where. */
export interface WrongTax {
  amount: number;
  detail: string;
}

/** What a month's links are computed from, at one property. */
export interface SpotMonth {
  pk: number;
  name: string;
  has_cameras: boolean;
  outcomes: { outcome: VisitOutcome; visits: number; uncollected: number }[];
  /** First charges of hourly, daily and flat rate rentals. */
  rentals: number;
  /** Net revenue on the income statement, in cents. */
  net: number;
  sources: SourceSums[];
  /** null = not counted yet. */
  stays: StayCounts | null;
  wrong_taxes: WrongTax[];
  /** What booking sites did wrong. */
  site_errors: Omit<SiteError, 'spot_pk'>[];
}

/** What the organization was paid for a month, in cents. */
export interface PaidMonth {
  payouts: number;
  carried_in: number;
  carried_out: number;
  /** The part of it that is due, and that no later payout has paid either. */
  unpaid: number;
  /** Payouts of other than what their days earned; `lacks` is what was left to later ones, negative if more was paid. */
  uneven: readonly { local_date: LocalDate; lacks: number }[];
  /** Whether the month's payout should have been sent by now. */
  is_due: boolean;
  /** null = a property has no payouts of its own. */
  due_date: LocalDate | null;
}

/** What the bank files have of a month's payouts, in cents. */
export interface BankedMonth {
  payouts: BankedPayout[];
  /** Transactions that a person has to decide about. */
  asked_lines: number;
  /** Deposits and withdrawals of the processor without a payout: their sums, and the newest of them. */
  deposits: number;
  withdrawals: number;
  unknown: BankLine[];
}

const sum = <Item>(items: readonly Item[], read: (item: Item) => number) =>
  items.reduce((total, item) => total + read(item), 0);

/** Outcomes of cars that pay for their stay by a rental. */
const paidByStay: readonly VisitOutcome[] = ['rental', 'booking_site', 'valet', 'enforced'];

const makeCause = (
  cause: CloseCause,
  value: number,
  {
    certainty = 'explained',
    ...more
  }: Partial<Omit<CauseItem, 'cause' | 'value' | 'certainty'>> & { certainty?: Certainty } = {},
): CauseItem => ({
  cause,
  certainty,
  value: cents(value),
  detail: null,
  outcome: null,
  source: null,
  ...more,
});

type Side = [CloseStation, number];

/** Adds up a link: what no cause explains is left over, and its state follows. */
function toLink(
  link: CloseLinkName,
  [first, second]: [Side, Side],
  causes: readonly CauseItem[],
  settings: CloseSettings,
  isApplicable = true,
): LinkSums {
  const nonzero = causes.filter(({ value }) => value !== 0);
  const unexplained = first[1] - second[1] - sum(nonzero, ({ value }) => value);
  const found = sum(
    nonzero.filter(({ certainty }) => certainty === 'found'),
    ({ value }) => Math.abs(value),
  );
  const tolerance =
    closeStations[first[0]].unit === 'cars' ? settings.tolerance_cars : settings.tolerance_cents;
  const differs = Math.abs(unexplained) + found > tolerance;
  const isUnchecked = nonzero.some(({ certainty }) => certainty === 'unchecked');
  const state = differs ? 'differs' : isUnchecked ? 'unchecked' : 'ties';
  return {
    link,
    state: isApplicable ? state : 'not_applicable',
    first: { station: first[0], value: cents(first[1]) },
    second: { station: second[0], value: cents(second[1]) },
    causes: nonzero,
    unexplained: cents(unexplained),
    found: cents(found),
    tolerance: cents(tolerance),
  };
}

const withCameras = (spots: readonly SpotMonth[]) =>
  spots.filter(({ has_cameras, outcomes }) => has_cameras || outcomes.length > 0);

function countOutcomes(spots: readonly SpotMonth[]) {
  const counts = new Map<VisitOutcome, { visits: number; uncollected: number }>();
  for (const { outcome, visits, uncollected } of spots.flatMap(({ outcomes }) => outcomes)) {
    const count = counts.get(outcome) ?? { visits: 0, uncollected: 0 };
    counts.set(outcome, {
      visits: count.visits + visits,
      uncollected: count.uncollected + uncollected,
    });
  }
  return counts;
}

/** Cars seen, and those that are accounted for. */
function linkCars(spots: readonly SpotMonth[], settings: CloseSettings): LinkSums {
  const counts = countOutcomes(withCameras(spots));
  const seen = sum([...counts.values()], ({ visits }) => visits);
  const present = counts.get('present')?.visits ?? 0;
  const unexplained = counts.get('unexplained') ?? { visits: 0, uncollected: 0 };
  return toLink(
    'cars',
    [
      ['cars', seen],
      ['visits', seen - present - unexplained.visits],
    ],
    [
      makeCause('still_parked', present, { outcome: 'present' }),
      makeCause('unexplained_cars', unexplained.visits, {
        certainty: 'found',
        outcome: 'unexplained',
        detail: `They would have paid ${dollarsText(cents(unexplained.uncollected))}.`,
      }),
    ],
    settings,
    withCameras(spots).length > 0,
  );
}

/** Cars that are accounted for, and first charges. */
function linkStays(spots: readonly SpotMonth[], settings: CloseSettings): LinkSums {
  const seen = withCameras(spots);
  const counts = [...countOutcomes(seen)].filter(
    ([outcome]) => outcome !== 'present' && outcome !== 'unexplained',
  );
  const others = counts.filter(([outcome]) => !paidByStay.includes(outcome));
  const accounted = sum(counts, ([, { visits }]) => visits);
  const rentals = sum(seen, (spot) => spot.rentals);
  const stays = seen.flatMap((spot) => spot.stays ?? []);
  const explained = [
    ...others.map(([outcome, { visits }]) => makeCause('outcome', visits, { outcome })),
    makeCause(
      'several_visits',
      sum(stays, (stay) => stay.several_visits),
    ),
    makeCause(
      'other_month',
      sum(stays, (stay) => stay.other_month),
    ),
    makeCause('no_show', -sum(stays, (stay) => stay.no_show)),
    makeCause('came_in_other_month', -sum(stays, (stay) => stay.came_in_other_month)),
    makeCause(
      'no_rental',
      sum(stays, (stay) => stay.no_rental),
      { certainty: 'found' },
    ),
  ];
  const remainder = accounted - rentals - sum(explained, ({ value }) => value);
  const isCounted = stays.length === seen.length;
  const waiting = isCounted
    ? []
    : [makeCause('not_counted', remainder, { certainty: 'unchecked' })];
  return toLink(
    'stays',
    [
      ['visits', accounted],
      ['stays', rentals],
    ],
    [...explained, ...waiting],
    settings,
    seen.length > 0,
  );
}

type Through = 'processor' | 'booking_site' | 'other_source';

const chooseThrough = ({ source, processing_fee }: SourceSums): Through => {
  if (isBookingSite(source)) return 'booking_site';
  // What was imported was taken, and paid out, by another system.
  return processing_fee !== 0 && source !== historySource ? 'processor' : 'other_source';
};

const listSources = (spots: readonly SpotMonth[], through: Through) =>
  spots.flatMap(({ sources }) => sources.filter((item) => chooseThrough(item) === through));

const sumGross = (sources: readonly SourceSums[]) => sum(sources, ({ gross }) => gross);

function groupBySource(sources: readonly SourceSums[]): [string, number][] {
  const grouped = new Map<string, number>();
  for (const { source, gross } of sources) grouped.set(source, (grouped.get(source) ?? 0) + gross);
  return [...grouped];
}

/** What drivers paid, and what of it went through the processor. */
function linkCharges(
  spots: readonly SpotMonth[],
  elsewhere: SpotMonth['site_errors'],
  settings: CloseSettings,
): LinkSums {
  const gross = sum(spots, ({ sources }) => sumGross(sources));
  const errors = [...spots.flatMap((spot) => spot.site_errors), ...elsewhere];
  const sites = new Map(groupBySource(listSources(spots, 'booking_site')));
  for (const { source, amount } of errors) sites.set(source, (sites.get(source) ?? 0) - amount);
  return toLink(
    'charges',
    [
      ['charges', gross],
      ['processor', sumGross(listSources(spots, 'processor'))],
    ],
    [
      ...Array.from(sites, ([source, amount]) => makeCause('booking_site', amount, { source })),
      ...errors.map(({ cause, source, amount, detail }) =>
        makeCause(cause, amount, { certainty: 'found', source, detail }),
      ),
      ...groupBySource(listSources(spots, 'other_source')).map(([source, amount]) =>
        makeCause('other_source', amount, { source }),
      ),
    ],
    settings,
  );
}

const sumEarned = (spots: readonly SpotMonth[]) =>
  sum(spots, ({ sources }) =>
    sum(
      sources,
      (item) => item.gross - item.refunds - item.tax - item.processing_fee - item.commission,
    ),
  );

/** Net revenue on the income statement. */
export const sumNet = (spots: readonly SpotMonth[]): Cents => cents(sum(spots, ({ net }) => net));

/** What lies between what the processor took and net revenue. */
function listDeductions(spots: readonly SpotMonth[]): CauseItem[] {
  const all = spots.flatMap(({ sources }) => sources);
  const charged = listSources(spots, 'processor');
  const wrongFees = spots.flatMap(({ name, sources }) =>
    sources
      .filter((item) => chooseThrough(item) === 'processor' && item.wrong_fee !== 0)
      .map((item) => ({ name, ...item })),
  );
  const wrongTaxes = spots.flatMap(({ wrong_taxes }) => wrong_taxes);
  const wrongTax = sum(wrongTaxes, ({ amount }) => amount);
  const wrongFee = sum(wrongFees, ({ wrong_fee }) => wrong_fee);
  return [
    makeCause('included', sumGross(charged) - sumGross(all)),
    makeCause(
      'refunds',
      sum(all, ({ refunds }) => refunds),
    ),
    makeCause('taxes', sum(all, ({ tax }) => tax) - wrongTax),
    ...wrongTaxes.map(({ amount, detail }) =>
      makeCause('wrong_taxes', amount, { certainty: 'found', detail }),
    ),
    makeCause('fees', sum(all, ({ processing_fee }) => processing_fee) - wrongFee),
    ...wrongFees.map(({ name, source, wrong_fee, first_wrong_day }) =>
      makeCause('wrong_fees', wrong_fee, {
        certainty: 'found',
        source,
        detail: `${name}: ${wrong_fee > 0 ? 'more' : 'less'} than agreed${first_wrong_day === null ? '' : ` from ${formatDate(first_wrong_day)} on`}`,
      }),
    ),
    makeCause(
      'commission',
      sum(all, ({ commission }) => commission),
    ),
  ];
}

/** What the month carries over from earlier payouts and to later ones. */
function listCarried({ payouts, is_due, due_date, uneven, ...paid }: PaidMonth): CauseItem[] {
  const due = due_date === null ? '' : formatDate(due_date);
  let open = paid.unpaid;
  let madeUp = 0;
  // From the newest on: a payout of more makes up for those before it.
  const payoutCauses = uneven.toReversed().map(({ local_date, lacks }) => {
    const makeUp = Math.min(Math.max(lacks, 0), madeUp);
    madeUp += lacks > 0 ? -makeUp : -lacks;
    const lost = Math.min(Math.max(lacks, 0) - makeUp, open);
    open -= lost;
    return makeCause(lacks > 0 ? 'less_paid' : 'more_paid', lacks, {
      certainty: lost > 0 ? 'found' : 'explained',
      detail: `Payout of ${formatDate(local_date)}: ${dollarsText(cents(Math.abs(lacks)))} ${lacks > 0 ? 'less' : 'more'}.`,
    });
  });
  const rest = paid.carried_out - sum(uneven, ({ lacks }) => lacks) - open;
  return [
    makeCause('carried_in', -paid.carried_in),
    ...payoutCauses.toReversed(),
    makeCause('not_paid_out', open, {
      certainty: 'found',
      detail: `It was due on ${due}.`,
    }),
    paid.carried_out > 0 && payouts === 0 && !is_due
      ? makeCause('not_due', rest, { detail: `It is due on ${due}.` })
      : makeCause('carried_out', rest),
  ];
}

const withoutHistory = (spot: SpotMonth): SpotMonth => ({
  ...spot,
  sources: spot.sources.filter(({ source }) => source !== historySource),
});

const onlyHistory = (spot: SpotMonth): SpotMonth => ({
  ...spot,
  sources: spot.sources.filter(({ source }) => source === historySource),
});

/** What the processor took, and what was paid out, or earned at one property. */
function linkPayouts(
  all: readonly SpotMonth[],
  paid: PaidMonth | null,
  settings: CloseSettings,
): LinkSums {
  const spots = paid ? all.map(withoutHistory) : all;
  const second: Side = paid ? ['payouts', paid.payouts] : ['earned', sumEarned(spots)];
  return toLink(
    'payouts',
    [['processor', sumGross(listSources(spots, 'processor'))], second],
    [...listDeductions(spots), ...(paid ? listCarried(paid) : [])],
    settings,
  );
}

const sumState = ({ payouts }: BankedMonth, ...states: BankState[]) =>
  sum(
    payouts.filter(({ state }) => states.includes(state)),
    ({ amount }) => amount,
  );

const listState = ({ payouts }: BankedMonth, state: BankState) =>
  payouts.filter((payout) => payout.state === state);

/** What a short deposit lacks. */
const getShortfall = ({ amount, line }: BankedPayout) => amount - (line?.amount ?? 0);

/** What of the month's payouts is in the bank. A late deposit counts as one that's on its way. */
const sumBanked = (bank: BankedMonth) =>
  sumState(bank, 'arrived', 'short') -
  sum(listState(bank, 'short'), getShortfall) +
  bank.asked_lines +
  bank.deposits +
  bank.withdrawals;

const nameLine = (line: BankLine | null) =>
  line ? `${formatDate(line.local_date)} (${line.descriptor})` : '';

/** Payouts that didn't arrive as they were sent, each with its days and the bank's words. */
const listWrongPayouts = (bank: BankedMonth): CauseItem[] => [
  ...listState(bank, 'late').map(({ local_date, amount, line }) =>
    makeCause('late_deposit', amount, {
      detail: `Payout of ${formatDate(local_date)}: it arrived on ${nameLine(line)}.`,
    }),
  ),
  ...listState(bank, 'missing').map(({ local_date, amount }) =>
    makeCause('missing_payout', amount, {
      certainty: 'found',
      detail: `Payout of ${formatDate(local_date)}. The bank file covers its days.`,
    }),
  ),
  ...listState(bank, 'short').map((payout) =>
    makeCause('short_deposit', getShortfall(payout), {
      certainty: 'found',
      detail: `Payout of ${formatDate(payout.local_date)}: ${dollarsText(cents(getShortfall(payout)))} less arrived on ${nameLine(payout.line)}.`,
    }),
  ),
  ...listState(bank, 'sent_back').map(({ local_date, amount, back_line }) =>
    makeCause('sent_back', amount, {
      certainty: 'found',
      detail: `Payout of ${formatDate(local_date)}: taken back on ${nameLine(back_line)}.`,
    }),
  ),
  ...listState(bank, 'return_missing').map(({ local_date, amount }) =>
    makeCause('return_missing', amount, {
      certainty: 'found',
      detail: `Recorded as returned on ${formatDate(local_date)}. The bank file has the deposit only.`,
    }),
  ),
];

/** Transactions of the processor without a payout, each by its day and words. */
function listUnknownLines({ unknown, deposits, withdrawals }: BankedMonth): CauseItem[] {
  const listCauses = (cause: CloseCause, total: number, lines: readonly BankLine[]) => {
    const lineCauses = lines.map((line) =>
      makeCause(cause, -line.amount, { certainty: 'found', detail: `On ${nameLine(line)}.` }),
    );
    const rest = -total - sum(lineCauses, ({ value }) => value);
    return [...lineCauses, makeCause(cause, rest, { certainty: 'found', detail: 'All others.' })];
  };
  return [
    ...listCauses(
      'unknown_deposit',
      deposits,
      unknown.filter(({ amount }) => amount > 0),
    ),
    ...listCauses(
      'unknown_withdrawal',
      withdrawals,
      unknown.filter(({ amount }) => amount < 0),
    ),
  ];
}

/** Payouts, and deposits. */
function linkBank(paid: PaidMonth, bank: BankedMonth, settings: CloseSettings): LinkSums {
  return toLink(
    'bank',
    [
      ['payouts', paid.payouts],
      ['bank', sumBanked(bank)],
    ],
    [
      makeCause('on_its_way', sumState(bank, 'waiting')),
      makeCause('no_bank_file', sumState(bank, 'no_statement'), { certainty: 'unchecked' }),
      makeCause('returned', sumState(bank, 'returned')),
      ...listWrongPayouts(bank),
      makeCause('to_decide', sumState(bank, 'asked') - bank.asked_lines, {
        certainty: 'found',
        detail: 'Deposits that can be more than one payout don’t add up to the payouts.',
      }),
      ...listUnknownLines(bank),
    ],
    settings,
  );
}

/** Deposits, and net revenue. */
function linkStatement(
  spots: readonly SpotMonth[],
  { paid, bank }: { paid: PaidMonth; bank: BankedMonth },
  settings: CloseSettings,
): LinkSums {
  const deposits = sumBanked(bank);
  return toLink(
    'statement',
    [
      ['bank', deposits],
      ['statement', sumNet(spots)],
    ],
    [
      makeCause('earlier_link', deposits - paid.payouts, {
        certainty: sumState(bank, 'no_statement') === 0 ? 'explained' : 'unchecked',
      }),
      // What other systems paid out is net revenue here, and no deposit of ours.
      makeCause('other_source', -sumEarned(spots.map(onlyHistory)), { source: historySource }),
      ...listCarried(paid).map((item) => ({
        ...item,
        certainty: 'explained' as const,
        value: cents(-item.value),
      })),
    ],
    settings,
  );
}

const emptyPaid: PaidMonth = {
  payouts: 0,
  carried_in: 0,
  carried_out: 0,
  unpaid: 0,
  uneven: [],
  is_due: false,
  due_date: null,
};
const emptyBank: BankedMonth = {
  payouts: [],
  asked_lines: 0,
  deposits: 0,
  withdrawals: 0,
  unknown: [],
};

/** The links of an organization's month, or of a property's, which has no payouts of its own. */
export function buildLinks(
  spots: readonly SpotMonth[],
  organization: {
    paid: PaidMonth;
    bank: BankedMonth;
    /** Of lines that name no property. */
    siteErrorsElsewhere: SpotMonth['site_errors'];
  } | null,
  settings: CloseSettings,
): LinkSums[] {
  const { paid, bank } = organization ?? { paid: emptyPaid, bank: emptyBank };
  const ofOrganization = [
    linkBank(paid, bank, settings),
    linkStatement(spots, { paid, bank }, settings),
  ];
  return [
    linkCars(spots, settings),
    linkStays(spots, settings),
    linkCharges(spots, organization?.siteErrorsElsewhere ?? [], settings),
    linkPayouts(spots, organization?.paid ?? null, settings),
    ...(organization
      ? ofOrganization
      : closeLinkNames.slice(4).map((link, index) =>
          toLink(
            link,
            [
              [index === 0 ? 'payouts' : 'bank', 0],
              [index === 0 ? 'bank' : 'statement', 0],
            ],
            [],
            settings,
            false,
          ),
        )),
  ];
}

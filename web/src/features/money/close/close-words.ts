import { outcomeLabels } from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type {
  CauseItem,
  CloseLink,
  CloseStation,
  LinkState,
  StayCause,
} from '@lotkeeper/contract/money/close';
import {
  closeCauses,
  closeStations,
  siteCauses,
  stayCauses,
} from '@lotkeeper/contract/money/close';
import { getSourceName } from '@lotkeeper/contract/money/custom-reports';
import type { FigureMeasure } from '@lotkeeper/contract/money/figures';
import { formatCount, formatDate, formatMoneyExact } from '../../../kernel/format.ts';
import type { FigureAddress } from '../../../shared/figure-link.tsx';
import type { Tone } from '../../../ui/frame/tag.tsx';

export const stateTones: Record<LinkState, Tone> = {
  ties: 'green',
  differs: 'red',
  unchecked: 'amber',
  not_applicable: 'gray',
};

/** By how much a link's sums differ that isn't explained: its errors, and what nothing explains. */
export const sumDifference = ({ causes, unexplained }: CloseLink) =>
  causes.reduce(
    (total, { certainty, value }) => total + (certainty === 'found' ? Math.abs(value) : 0),
    Math.abs(unexplained),
  );

/** The largest cause of a link that somebody has to settle; undefined without one. */
export const findLargest = ({ causes }: CloseLink): CauseItem | undefined =>
  causes
    .filter(({ certainty }) => certainty !== 'explained')
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))[0];

/** A sum of a link, in its unit. */
export const formatSum = ({ first }: CloseLink, value: number) =>
  closeStations[first.station].unit === 'cents' ? formatMoneyExact(value) : formatCount(value);

/** The day of a time, in UTC. */
export const formatDay = (at: number) => formatDate(toLocalDate(instant(at), 'UTC'));

/** What a cause is called; its outcome or source names it further. */
export function nameCause({ cause, outcome, source }: CauseItem): string {
  if (cause === 'outcome' && outcome) return outcomeLabels[outcome];
  return source === null ? closeCauses[cause] : `${closeCauses[cause]}: ${getSourceName(source)}`;
}

/** Where a sum or a cause is shown with what it consists of. */
export type CloseAddress =
  | { figure: FigureAddress }
  | { page: 'cars'; outcome?: CauseItem['outcome'] }
  | { page: 'bank' | 'payouts' | 'statement' | 'taxes' | 'plate-desk' }
  | { page: 'booking_sites'; site: string | null }
  | { stays: StayCause };

interface Scope {
  month: LocalDate;
  spotPk: number | undefined;
  /** Whether every property of the month has cameras. */
  hasCamerasEverywhere: boolean;
}

/** The days of a month. */
export const listDays = (month: LocalDate) => ({
  startDate: month,
  endDate: addDays(addMonths(month, 1), -1),
});

const findFigure = (
  { month, spotPk }: Omit<Scope, 'hasCamerasEverywhere'>,
  measure: FigureMeasure,
  filters: Pick<FigureAddress, 'source' | 'group'> = {},
): { figure: FigureAddress } => ({
  figure: { measure, ...listDays(month), spotPk, ...filters },
});

const stationMeasures: Partial<Record<CloseStation, FigureMeasure>> = {
  charges: 'gross',
  earned: 'net',
};

/** What opens the sum of a station; null for one that several sums make up. */
export function findStationAddress(station: CloseStation, scope: Scope): CloseAddress | null {
  if (station === 'cars' || station === 'visits') return { page: 'cars' };
  if (station === 'payouts' || station === 'bank' || station === 'statement')
    return { page: station };
  // The ledger can't leave out the properties without cameras.
  if (station === 'stays')
    return scope.hasCamerasEverywhere ? findFigure(scope, 'rentals', { group: 'transient' }) : null;
  const measure = stationMeasures[station];
  return measure ? findFigure(scope, measure) : null;
}

const causeMeasures: Partial<Record<CauseItem['cause'], FigureMeasure>> = {
  booking_site: 'gross',
  other_source: 'gross',
  refunds: 'refunds',
  taxes: 'tax',
  fees: 'processing_fee',
  wrong_fees: 'processing_fee',
  commission: 'commission',
};

const bankCauses: readonly CauseItem['cause'][] = [
  'on_its_way',
  'to_decide',
  'missing_payout',
  'no_bank_file',
  'returned',
  'short_deposit',
  'late_deposit',
  'sent_back',
  'return_missing',
  'unknown_deposit',
  'unknown_withdrawal',
  'earlier_link',
];
const payoutCauses: readonly CauseItem['cause'][] = [
  'carried_in',
  'less_paid',
  'more_paid',
  'carried_out',
  'not_due',
  'not_paid_out',
];

/** What opens a cause; null for one that no other page shows. */
export function findCauseAddress(
  { cause, outcome, source }: CauseItem,
  scope: Omit<Scope, 'hasCamerasEverywhere'>,
): CloseAddress | null {
  if (cause === 'unexplained_cars') return { page: 'plate-desk' };
  if (outcome) return { page: 'cars', outcome };
  const listed = stayCauses.find((name) => name === cause);
  if (listed) return { stays: listed };
  if (cause === 'wrong_taxes') return { page: 'taxes' };
  if (bankCauses.includes(cause)) return { page: 'bank' };
  if (siteCauses.some((name) => name === cause)) return { page: 'booking_sites', site: source };
  if (payoutCauses.includes(cause)) return { page: 'payouts' };
  const measure = causeMeasures[cause];
  return measure ? findFigure(scope, measure, { source: source ?? undefined }) : null;
}

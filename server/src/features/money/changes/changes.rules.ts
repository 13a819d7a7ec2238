import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, divideHalfEven } from '@lotkeeper/contract/kernel/money';
import type {
  BridgeCause,
  BridgeStep,
  BridgeTypeFigures,
  ChangedProperty,
  RevenueBridge,
} from '@lotkeeper/contract/money/changes';
import { computeNet } from '@lotkeeper/contract/money/ledger';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { reportedTypeNames, typesReportedAs } from '@lotkeeper/contract/money/reported-types';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import { rentalGroupNames, rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { MoneyRow } from '../../../records/money/money-sums.ts';
import { sumRows } from '../../../records/money/revenue.ts';
import { amountColumns } from '../../../records/money/rollups.ts';

/** The earliest local date among the properties: a day is over once it is over at all of them. */
export function findEarliestToday(zones: readonly TimeZone[], now: Instant): LocalDate {
  const [today = toLocalDate(now, 'UTC')] = zones.map((zone) => toLocalDate(now, zone)).sort();
  return today;
}

export const periodMeasures = [
  ...amountColumns,
  'rentals',
  'entry_count',
  'refund_count',
  'penalties',
  'penalty_count',
  'stays',
  'minutes',
] as const;
type Column = (typeof periodMeasures)[number];

/** A property's sums in one period, of one rental type; amounts in cents. */
export type PeriodRow = MoneyRow<Column, { rental_type: 'rental_type' }> & {
  period: 'earlier' | 'later';
};

interface SpotRows {
  pk: number;
  name: string;
  rows: readonly PeriodRow[];
}

type Sides<T> = Record<PeriodRow['period'], T>;

const sumColumn = (rows: readonly PeriodRow[], column: Column): number =>
  rows.reduce((total, row) => total + row[column], 0);

const toSides = <T>(rows: readonly PeriodRow[], build: (rows: PeriodRow[]) => T): Sides<T> => ({
  earlier: build(rows.filter(({ period }) => period === 'earlier')),
  later: build(rows.filter(({ period }) => period === 'later')),
});

/** Parking charges of one type; penalties are a step of their own. */
interface Charges {
  /** The number of rentals, or of payments for types where one rental is paid repeatedly. */
  count: number;
  amount: number;
  stays: number;
  minutes: number;
}

const countPayments = (rows: readonly PeriodRow[]) =>
  sumColumn(rows, 'entry_count') -
  sumColumn(rows, 'refund_count') -
  sumColumn(rows, 'penalty_count');

const sumCharges = (rows: readonly PeriodRow[], group: RentalGroup): Charges => ({
  count: group === 'transient' ? sumColumn(rows, 'rentals') : countPayments(rows),
  amount: sumColumn(rows, 'gross') - sumColumn(rows, 'penalties'),
  stays: sumColumn(rows, 'stays'),
  minutes: sumColumn(rows, 'minutes'),
});

const listGroupTypes = (group: RentalGroup) =>
  reportedTypeNames.filter((type) =>
    typesReportedAs(type).some((name) => (rentalGroups[group] as readonly string[]).includes(name)),
  );

const findGroup = (type: ReportedType): RentalGroup =>
  rentalGroupNames.find((group) => listGroupTypes(group).includes(type)) ?? 'transient';

const chargesOfType = (rows: readonly PeriodRow[], type: ReportedType): Sides<Charges> =>
  toSides(
    rows.filter(({ rental_type }) => rental_type === type),
    (side) => sumCharges(side, findGroup(type)),
  );

/** Types whose price depends on how long a rental stays. */
const timedTypes: readonly ReportedType[] = ['hourly', 'daily'];

/** The unit of levels while they are summed, so that each is rounded only once: millionths of a cent. */
const fraction = 1_000_000n;

const scale = (amount: number, factor: bigint, divisor: bigint): bigint =>
  divideHalfEven(BigInt(amount) * factor * fraction, divisor);

/**
 * What the later rentals would have paid at the earlier prices; charges without an earlier counterpart count as paid.
 */
const atEarlierPrices = ({ earlier, later }: Sides<Charges>): bigint =>
  earlier.count > 0
    ? scale(earlier.amount, BigInt(later.count), BigInt(earlier.count))
    : BigInt(later.amount) * fraction;

/**
 * Ten billion dollars, in fractions of cents: a larger value comes from comparing minutes with months, and isn't a
 * price.
 */
const maxLevel = 1_000_000_000_000n * fraction;

/** The same, scaled to the lengths of the later stays. */
function withLaterStays(sides: Sides<Charges>, type: ReportedType): bigint {
  const { earlier, later } = sides;
  const hasStays = earlier.minutes > 0 && later.minutes > 0;
  if (!timedTypes.includes(type) || !hasStays || earlier.count === 0) return atEarlierPrices(sides);
  const factor = BigInt(later.count) * BigInt(later.minutes) * BigInt(earlier.stays);
  const divisor = BigInt(earlier.count) * BigInt(later.stays) * BigInt(earlier.minutes);
  const level = scale(earlier.amount, factor, divisor);
  return level > maxLevel ? atEarlierPrices(sides) : level;
}

/** A level in cents. */
const toLevel = (fractions: readonly bigint[]): number =>
  Number(
    divideHalfEven(
      fractions.reduce((total, part) => total + part, 0n),
      fraction,
    ),
  );

const addUp = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

const chargeColumns = ['count', 'amount', 'stays', 'minutes'] as const;

const addCharges = (all: readonly Sides<Charges>[]): Sides<Charges> => ({
  earlier: sumRows(
    all.map(({ earlier }) => earlier),
    chargeColumns,
  ),
  later: sumRows(
    all.map(({ later }) => later),
    chargeColumns,
  ),
});

const divide = (amount: number, count: number): number | null =>
  count === 0 ? null : Number(divideHalfEven(BigInt(amount), BigInt(count)));

interface StepDetails {
  earlier?: number | null;
  later?: number | null;
  ratio?: number | null;
  spots?: BridgeStep['spots'];
}

function buildStep(
  cause: BridgeCause,
  rental_group: RentalGroup | null,
  amount: number,
  details: StepDetails = {},
): BridgeStep {
  return {
    cause,
    rental_group,
    amount: cents(amount),
    earlier: null,
    later: null,
    ratio: null,
    measure: 'gross',
    is_exact: false,
    spots: [],
    ...details,
  };
}

/** A property's charges of a group, by type. */
type SpotCharges = readonly { type: ReportedType; sides: Sides<Charges> }[];

/**
 * Splits the change of a group's charges between two periods into levels: first the later number of rentals, then also
 * their properties, their types, their lengths, and their prices. Each level is rounded to a cent, and each step is the
 * difference of two levels, so the steps add up whatever is rounded.
 */
function explainGroup(group: RentalGroup, spots: readonly SpotCharges[]): BridgeStep[] {
  const wholeSpots = spots.map((types) => addCharges(types.map(({ sides }) => sides)));
  const sum = addCharges(wholeSpots);
  const all = spots.flat();
  const asMany = toLevel([atEarlierPrices(sum)]);
  const atSpots = toLevel(wholeSpots.map(atEarlierPrices));
  const ofTypes = toLevel(all.map(({ sides }) => atEarlierPrices(sides)));
  const asLong = toLevel(all.map(({ sides, type }) => withLaterStays(sides, type)));
  const timedCharges = addCharges(
    all.filter(({ type }) => timedTypes.includes(type)).map(({ sides }) => sides),
  );
  return [
    buildStep('count', group, asMany - sum.earlier.amount, {
      earlier: sum.earlier.count,
      later: sum.later.count,
    }),
    buildStep('property_mix', group, atSpots - asMany),
    buildStep('type_mix', group, ofTypes - atSpots),
    buildStep('stay', group, asLong - ofTypes, {
      earlier: divide(timedCharges.earlier.minutes, timedCharges.earlier.stays),
      later: divide(timedCharges.later.minutes, timedCharges.later.stays),
      ratio: ofTypes > 0 ? asLong / ofTypes - 1 : null,
    }),
    buildStep('price', group, sum.later.amount - asLong, {
      earlier: divide(sum.earlier.amount, sum.earlier.count),
      later: divide(sum.later.amount, sum.later.count),
      ratio: asLong > 0 ? sum.later.amount / asLong - 1 : null,
    }),
  ];
}

const countSides = (rows: readonly PeriodRow[]) => toSides(rows, countPayments);

/**
 * Splits properties into those with charges in both periods and those with charges in only one, where the two can be
 * distinguished.
 */
function splitSpots(spots: readonly SpotRows[]): {
  lasting: readonly SpotRows[];
  others: SpotRows[];
} {
  const lasting = spots.filter(({ rows }) => {
    const { earlier, later } = countSides(rows);
    return earlier > 0 && later > 0;
  });
  if (lasting.length === 0) return { lasting: spots, others: [] };
  return { lasting, others: spots.filter((spot) => !lasting.includes(spot)) };
}

const sumParking = (rows: readonly PeriodRow[]): Cents =>
  cents(sumColumn(rows, 'gross') - sumColumn(rows, 'penalties'));

/** Charges of properties that have them in only one of the periods. */
function explainSpots(others: readonly SpotRows[]): BridgeStep {
  const spots = others
    .map(({ pk, name, rows }) => ({ pk, name, ...toSides(rows, sumParking) }))
    .filter(({ earlier, later }) => earlier !== 0 || later !== 0);
  return buildStep('properties', null, addUp(spots.map(({ earlier, later }) => later - earlier)), {
    spots,
  });
}

/** Steps that are the difference of two ledger sums. Deductions are negative. */
const exactSteps = [
  { cause: 'penalties', column: 'penalties', sign: 1 },
  { cause: 'refunds', column: 'refunds', sign: -1 },
  { cause: 'tax', column: 'tax', sign: -1 },
  { cause: 'processing_fee', column: 'processing_fee', sign: -1 },
  { cause: 'commission', column: 'commission', sign: -1 },
] as const;

const explainSums = (rows: readonly PeriodRow[]): BridgeStep[] =>
  exactSteps.map(({ cause, column, sign }) => {
    const { earlier, later } = toSides(rows, (side) => sumColumn(side, column));
    const step = buildStep(cause, null, sign * (later - earlier), { earlier, later });
    return { ...step, measure: cause, is_exact: true };
  });

const toTypeFigures = ({ count, amount, stays, minutes }: Charges): BridgeTypeFigures => ({
  count,
  charges: cents(amount),
  stay_minutes: divide(minutes, stays),
});

function buildTypes(rows: readonly PeriodRow[]): RevenueBridge['types'] {
  return reportedTypeNames
    .map((type) => ({ type, sides: chargesOfType(rows, type) }))
    .filter(({ sides: { earlier, later } }) =>
      [earlier, later].some(({ count, amount }) => count !== 0 || amount !== 0),
    )
    .map(({ type, sides }) => ({
      rental_type: type,
      earlier: toTypeFigures(sides.earlier),
      later: toTypeFigures(sides.later),
    }));
}

/** Splits the change of net revenue between two periods by cause: the steps add up to the change, to the cent. */
export function buildBridge(spots: readonly SpotRows[]) {
  const rows = spots.flatMap((spot) => spot.rows);
  const { lasting, others } = splitSpots(spots);
  const charges = rentalGroupNames.flatMap((group) =>
    explainGroup(
      group,
      lasting.map((spot) =>
        listGroupTypes(group).map((type) => ({ type, sides: chargesOfType(spot.rows, type) })),
      ),
    ),
  );
  const net = toSides(rows, (side) => ({
    net: cents(addUp(side.map(computeNet))),
    entry_count: sumColumn(side, 'entry_count'),
  }));
  return {
    net,
    steps: [explainSpots(others), ...charges, ...explainSums(rows)].filter(
      ({ amount }) => amount !== 0,
    ),
    types: buildTypes(rows),
  };
}

/** The step that changed net revenue most in the direction that it went; null if it didn't change. */
function findLargestStep({ net, steps }: ReturnType<typeof buildBridge>): BridgeStep | null {
  const direction = Math.sign(net.later.net - net.earlier.net);
  return steps
    .filter(({ amount }) => Math.sign(amount) === direction)
    .reduce<BridgeStep | null>(
      (largest, step) =>
        largest === null || Math.abs(step.amount) > Math.abs(largest.amount) ? step : largest,
      null,
    );
}

/** The change of each property with entries, and its largest cause by the property's own bridge. */
export const listChangedProperties = (spots: readonly SpotRows[]): ChangedProperty[] =>
  spots
    .map((spot) => ({ spot, bridge: buildBridge([spot]) }))
    .filter(({ bridge: { net } }) => net.earlier.entry_count > 0 || net.later.entry_count > 0)
    .map(({ spot: { pk, name }, bridge }) => ({
      pk,
      name,
      earlier_net: bridge.net.earlier.net,
      later_net: bridge.net.later.net,
      largest_step: findLargestStep(bridge),
    }));

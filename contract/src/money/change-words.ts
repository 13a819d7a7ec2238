import { formatCount, formatPercent } from '../kernel/format.ts';
import type { RentalGroup } from '../people/rentals.ts';
import { rentalGroupLabels } from '../people/rentals.ts';
import type { BridgeCause, BridgeStep, RevenueBridge } from './changes.ts';

/** Transient is what a cause is about where it names no group. */
const nameGroup = (group: RentalGroup | null) =>
  group && group !== 'transient' ? rentalGroupLabels[group] : '';

const causeNames: Record<BridgeCause, string> = {
  properties: 'Properties in one period only',
  count: 'Number of rentals',
  property_mix: 'Mix of properties',
  type_mix: 'Mix of rental types',
  stay: 'Length of stay',
  price: 'Price',
  penalties: 'Penalties',
  refunds: 'Refunds',
  tax: 'Taxes',
  processing_fee: 'Processing fee',
  commission: 'Commission',
};

/** A step by its cause: 'Price', 'Monthlies: number of payments'. */
export function nameStep({ cause, rental_group: group }: BridgeStep): string {
  const groupName = nameGroup(group);
  if (!groupName) return causeNames[cause];
  return cause === 'count'
    ? `${groupName}: number of payments`
    : `${groupName}: ${causeNames[cause].toLowerCase()}`;
}

/** A change in a sentence, without its direction: '12.5%', '3%', or 'Slightly' below a tenth of a percent. */
export const formatShare = (ratio: number) => {
  const percent = formatPercent(Math.abs(ratio));
  return percent === formatPercent(0) ? 'Slightly' : percent.replace('.0%', '%');
};

/** An amount with its sign, also above zero: '+$12', '-$12', '$0'. */
export function formatSigned(amount: number, format: (amount: number) => string): string {
  const text = format(amount);
  return amount > 0 && text !== format(0) ? `+${text}` : text;
}

const nameDirection = (amount: number, more: string, fewer: string) => (amount > 0 ? more : fewer);

/** A step as a cause in a few words, without its amount: '234 fewer rentals', 'More refunds'. */
export function describeCause(step: BridgeStep): string {
  const { cause, amount, earlier, later, ratio, rental_group: group } = step;
  const groupName = nameGroup(group);
  const prefix = groupName ? `${groupName}: ` : '';
  const share = ratio === null ? '' : ` by ${formatShare(ratio).toLowerCase()}`;
  const isMore = step.later !== null && step.earlier !== null && step.later > step.earlier;
  const sum = (name: string) => `${isMore ? 'More' : 'Less'} ${name}`;
  const words: Record<BridgeCause, () => string> = {
    properties: () => causeNames.properties,
    count: () => {
      const change = Math.abs((later ?? 0) - (earlier ?? 0));
      const noun = group === 'transient' ? 'rental' : 'payment';
      if (change === 0) return `Charges without a new ${noun}`;
      const plural = change === 1 ? noun : `${noun}s`;
      return `${formatCount(change)} ${nameDirection((later ?? 0) - (earlier ?? 0), 'more', 'fewer')} ${plural}`;
    },
    property_mix: () =>
      `More at properties where each brings ${nameDirection(amount, 'more', 'less')}`,
    type_mix: () => `More of types that cost ${nameDirection(amount, 'more', 'less')}`,
    stay: () => `${nameDirection(amount, 'Longer', 'Shorter')} stays${share}`,
    price: () => `${nameDirection(amount, 'Higher', 'Lower')} prices${share}`,
    penalties: () => sum('in penalties'),
    refunds: () => sum('in refunds'),
    tax: () => sum('in taxes'),
    processing_fee: () => sum('in processing fees'),
    commission: () => sum('in commission'),
  };
  return `${prefix}${words[cause]()}`;
}

/** The steps below 1 % of the larger net revenue, where they are several. */
export function listSmallSteps({
  earlier,
  later,
  steps,
}: {
  earlier: Pick<RevenueBridge['earlier'], 'net'>;
  later: Pick<RevenueBridge['later'], 'net'>;
  steps: readonly BridgeStep[];
}): BridgeStep[] {
  const limit = Math.max(Math.abs(earlier.net), Math.abs(later.net)) / 100;
  const small = steps.filter(({ amount }) => Math.abs(amount) < limit);
  return small.length > 1 ? small : [];
}

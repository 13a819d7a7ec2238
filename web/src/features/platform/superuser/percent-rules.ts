import type { NumberRules } from '../../../ui/form/number-input.rules.ts';

/** An organization's percentages, with the contract's limits. */
export const percentRules = {
  commission_percent: { min: 0, max: 50, decimals: 2, unit: ['percent', 'percent'] },
  tax_percent: { min: 0, max: 50, decimals: 2, unit: ['percent', 'percent'] },
  processing_percent: { min: 0, max: 20, decimals: 2, unit: ['percent', 'percent'] },
} as const satisfies Record<string, NumberRules>;

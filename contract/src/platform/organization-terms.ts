/** What a commission is a share of, by contract; a refund gives back its part of each (docs/money.md). */
export const commissionBases = {
  gross: 'gross revenue',
  gross_less_tax: 'gross revenue less tax',
  adjusted: 'adjusted revenue',
} as const;
export type CommissionBase = keyof typeof commissionBases;
export const commissionBaseNames = Object.keys(commissionBases) as [
  CommissionBase,
  ...CommissionBase[],
];
/** That of an organization without another agreement. */
export const usualCommissionBase: CommissionBase = 'gross';

export const payoutSchedules = ['monthly', 'weekly', 'daily'] as const;
export type PayoutSchedule = (typeof payoutSchedules)[number];

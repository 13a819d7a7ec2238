import type { ReportedType } from '@lotkeeper/contract/reported-types';
import type { ChartColor } from '../ui/charts/chart-colors.ts';

/** The colour of each rental type in every chart. */
export const rentalTypeColors: Readonly<Record<ReportedType, ChartColor>> = {
  hourly: 'blue',
  daily: 'teal',
  flat_rate: 'gold',
  monthly: 'magenta',
  enterprise: 'green',
  bulk_rental: 'violet',
};

import type { WeekFigures, WeekOfProperty } from '@lotkeeper/contract/money/week';
import { formatPercent } from '../../../kernel/format.ts';

/** The share of taken spaces; a dash where it isn't known. */
export const formatTaken = ({ occupancy }: WeekFigures) =>
  occupancy === null ? '–' : formatPercent(occupancy);

/** By how much a property's net revenue changed from the week before, in cents. */
export const computeChange = ({ week, before }: WeekOfProperty) => week.net - before.net;

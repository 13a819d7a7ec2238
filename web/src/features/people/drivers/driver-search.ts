import { transientTypes } from '@lotkeeper/contract/people/filter-words';
import * as z from 'zod/mini';
import { choiceParam, listParam, pageParam, textParam } from '../../../kernel/search-params.ts';
import { driverTabs } from './driver-tabs.ts';

/** Absent = the property's default tab, active rentals, the usual types, the first page. */
export const driverSearch = z.object({
  tab: choiceParam(driverTabs),
  slotState: choiceParam(['active', 'upcoming'], 'active'),
  rentalType: listParam(transientTypes),
  page: pageParam,
  searchTerm: textParam(100),
});
export type DriverFilters = z.output<typeof driverSearch>;

import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { getMonthClose } from '@lotkeeper/contract/money/close';
import {
  getRemittances,
  importRemittance,
  listSiteBookings,
  previewRemittance,
} from '@lotkeeper/contract/money/remittances';
import { useSend } from '../../../kernel/queries.ts';

/** The reads that remittance files and rates change. */
export const changedReads = [getRemittances, listSiteBookings, getMonthClose];

export const usePreview = () => useSend(previewRemittance);

export const useImport = () => useSend(importRemittance, changedReads);
export type ImportResult = AnswerOf<typeof importRemittance>;

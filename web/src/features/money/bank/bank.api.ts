import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { AnswerOf, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import {
  bankMonths,
  decideBankLine,
  getBank,
  importBankFile,
  listBankPayouts,
  previewBankFile,
} from '@lotkeeper/contract/money/bank';
import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '../../../kernel/api.ts';
import { call } from '../../../kernel/api.ts';
import { now } from '../../../kernel/clock.ts';
import { markStale, useSend } from '../../../kernel/queries.ts';

/** The reads that bank files and decisions change. */
const changed = [getBank, listBankPayouts];

/** The months that the page shows: this one and the ones before it. */
export function findBankDays(): { start_date: LocalDate; end_date: LocalDate } {
  const today = toLocalDate(now(), 'UTC');
  return { start_date: addMonths(startOfMonth(today), 1 - bankMonths), end_date: today };
}

export const usePreview = () => useSend(previewBankFile);

export const useImport = () => useSend(importBankFile, changed);
export type ImportResult = AnswerOf<typeof importBankFile>;

/** Saves a decision. `onDecided` is called even if what asked for it is gone by then. */
export const useDecision = (onDecided: () => void) =>
  useMutation<void, ApiError, InputOf<typeof decideBankLine>>({
    mutationFn: (input) => call(decideBankLine, input),
    onSuccess: () => {
      onDecided();
      markStale(changed);
    },
  });

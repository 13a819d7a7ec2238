import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { isBirthDateOfAdult } from '@lotkeeper/contract/money/birth-date';
import {
  getPayoutAccount,
  requestPayoutCode,
  updatePayoutAccount,
} from '@lotkeeper/contract/money/payouts';
import type { ProcessorSecrets } from '@lotkeeper/contract/money/processor';
import { createProcessorToken, processorMessages } from '@lotkeeper/contract/money/processor';
import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '../../../kernel/api.ts';
import { now } from '../../../kernel/clock.ts';
import { useSend } from '../../../kernel/queries.ts';
import { tokenizeSecrets } from '../../../shared/processor.ts';
import type { Problems } from '../../../ui/form/use-form.ts';
import { findProblems } from '../../../ui/form/use-form.ts';

/** The problems of secrets, by field: checked here, so a wrong number isn't sent. */
export function validateSecrets(secrets: ProcessorSecrets): Problems {
  const problems = findProblems(createProcessorToken.body, secrets);
  if (secrets.kind !== 'representative') return problems;
  const today = toLocalDate(now(), 'UTC');
  return isBirthDateOfAdult(secrets.birth_date, today)
    ? problems
    : { ...problems, birth_date: processorMessages.birthDate };
}

export const useToken = () =>
  useMutation<string, ApiError, ProcessorSecrets>({ mutationFn: tokenizeSecrets, gcTime: 0 });

export const useCode = () => useSend(requestPayoutCode);

export const useAccountChange = () => useSend(updatePayoutAccount, [getPayoutAccount]);

import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  getPayoutAccount,
  requestPayoutCode,
  updatePayoutAccount,
} from '@lotkeeper/contract/payouts';
import type { ProcessorSecrets } from '@lotkeeper/contract/processor';
import {
  isAccountNumber,
  isBirthDateOfAdult,
  isEin,
  isRoutingNumber,
  processorMessages,
} from '@lotkeeper/contract/processor';
import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '../../kernel/api.ts';
import { now } from '../../kernel/clock.ts';
import { useSend } from '../../kernel/queries.ts';
import { tokenizeSecrets } from '../../shared/processor.ts';

export type Faults = Partial<Record<string, string>>;

/** What is wrong with secrets, by field: told here, so that a wrong number need not travel. */
export function validateSecrets(secrets: ProcessorSecrets): Faults {
  const messages = processorMessages;
  if (secrets.kind === 'ein') return isEin(secrets.ein.trim()) ? {} : { ein: messages.ein };
  const faults: Faults = {};
  if (secrets.kind === 'bank_account') {
    if (!isRoutingNumber(secrets.routing_number)) faults.routing_number = messages.routingNumber;
    if (!isAccountNumber(secrets.account_number)) faults.account_number = messages.accountNumber;
    return faults;
  }
  if (!secrets.first_name.trim()) faults.first_name = messages.firstName;
  if (!secrets.last_name.trim()) faults.last_name = messages.lastName;
  const today = toLocalDate(now(), 'UTC');
  if (!isBirthDateOfAdult(secrets.birth_date, today)) faults.birth_date = messages.birthDate;
  return faults;
}

/** Asks the processor for a token of secrets. */
export const useToken = () =>
  useMutation<string, ApiError, ProcessorSecrets>({ mutationFn: tokenizeSecrets, gcTime: 0 });

/** Sends the caller a verification code. */
export const useCode = () => useSend(requestPayoutCode);

/** Changes the account to what a token stands for. */
export const useAccountChange = () => useSend(updatePayoutAccount, [getPayoutAccount]);

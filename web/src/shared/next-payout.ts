import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { parseLocalDate } from '@lotkeeper/contract/kernel/calendar';

/** The month that a payout is for, from its text on the bank statement: 'LOTKEEPER 2026-10'; null for other periods. */
export function findPaidMonth(descriptor: string): LocalDate | null {
  const [, month] = /(?:^| )(\d{4}-\d{2})$/.exec(descriptor) ?? [];
  return parseLocalDate(`${month ?? ''}-01`);
}

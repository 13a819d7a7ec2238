import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, atLocalTime } from '@lotkeeper/contract/kernel/calendar';
import { typedToCents } from '@lotkeeper/contract/kernel/money';
import { stateOfPair } from '@lotkeeper/contract/kernel/state-names';
import type { handRentalTypes } from '@lotkeeper/contract/people/hand-entries';

export interface HandDraft {
  spot: string;
  rental_type: (typeof handRentalTypes)[number];
  day: LocalDate;
  /** As time fields have them: '09:30'; empty without one. */
  starts: string;
  ends: string;
  amount: string;
  tax: string;
  plate: string;
  pair: string | null;
  reason: string;
}

/** Minutes of the day of a time field; NaN without one. */
function readMinutes(text: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

export type PaymentDraft = Pick<HandDraft, 'day' | 'amount' | 'tax' | 'reason'> & { time: string };

/** The time of a day; NaN without one. */
const readTime = (day: LocalDate, minutes: number, zone: TimeZone): number =>
  Number.isNaN(minutes) ? Number.NaN : atLocalTime(day, minutes, zone);

const readMoney = ({ amount, tax, reason }: Pick<HandDraft, 'amount' | 'tax' | 'reason'>) => ({
  amount: typedToCents(amount) ?? Number.NaN,
  tax: typedToCents(tax) ?? 0,
  reason,
});

/** The body of the call that records a further payment. */
export const toPaymentBody = (draft: PaymentDraft, zone: TimeZone, request: string) => ({
  paid_at: readTime(draft.day, readMinutes(draft.time), zone),
  ...readMoney(draft),
  request,
});

/** The body of the call that records a rental; one that ends before it starts ends on the next day. */
export function toHandBody(draft: HandDraft, zone: TimeZone, request: string) {
  const [starts, ends] = [readMinutes(draft.starts), readMinutes(draft.ends)];
  const region = stateOfPair(draft.pair ?? '');
  const hasCar = draft.plate.trim() !== '' || region;
  return {
    spot: Number(draft.spot),
    rental_type: draft.rental_type,
    starts_at: readTime(draft.day, starts, zone),
    ends_at: readTime(ends < starts ? addDays(draft.day, 1) : draft.day, ends, zone),
    car: hasCar
      ? { plate: draft.plate, state: region?.state ?? '', country: region?.country ?? 'US' }
      : null,
    ...readMoney(draft),
    request,
  };
}

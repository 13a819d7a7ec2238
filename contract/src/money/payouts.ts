import * as z from 'zod/mini';
import { adminAndAccountant, adminOnly, inOrganization } from '../kernel/access.ts';
import type { Instant, LocalDate } from '../kernel/calendar.ts';
import {
  addDays,
  addMonths,
  getWeekday,
  instant,
  startOfMonth,
  toLocalDate,
} from '../kernel/calendar.ts';
import { hourMs } from '../kernel/durations.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuid, pkOrUuidText, text } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { monthYearField } from '../kernel/month-year.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';
import { loginMessages, sentCode } from '../people/session.ts';
import type { PayoutSchedule } from '../platform/organization-terms.ts';
import { payoutSchedules } from '../platform/organization-terms.ts';
import type { AccountRequirements } from './payout-requirements.ts';
import { accountRequirements } from './payout-requirements.ts';

/** Payouts per page. */
export const payoutsPerPage = 15;
/** How long payouts are held after the bank account changes (docs/security.md, 28). */
export const holdHours = 72;
export const payoutMessages = {
  updateFailure: 'Could not update payout account info',
  codeNeeded: 'Enter the verification code that we sent you',
  wrongCode: loginMessages.wrongCode,
} as const;

/** Where the processor's onboarding page returns to. */
export const payoutsReturnPath = (organizationId: number) =>
  `/organization/${organizationId}/payouts?from=processor`;

/** What one payout covers: everything earned through `until`, by the calendar of each property. */
export interface PayoutPeriod {
  /** `2026-10` for a month, otherwise the last day. */
  name: string;
  until: LocalDate;
}

/** Payouts start at 15:00 UTC, which is morning in all US zones. */
const payoutHour = 15;

/**
 * The newest period that is due: a month on the 5th of the next, a week (Monday to Sunday) on the Tuesday after, a
 * day two days later. By then it is over in every time zone.
 */
export function duePeriod(schedule: PayoutSchedule, now: Instant): PayoutPeriod {
  const today = toLocalDate(instant(now - payoutHour * hourMs), 'UTC');
  if (schedule === 'monthly') {
    const month = addMonths(startOfMonth(addDays(today, -4)), -1);
    return { name: month.slice(0, 7), until: addDays(addMonths(month, 1), -1) };
  }
  const yesterday = addDays(today, -1);
  const until =
    schedule === 'weekly' ? addDays(yesterday, -getWeekday(yesterday)) : addDays(today, -2);
  return { name: until, until };
}

/** The next payout: its period, and the day it is sent. */
export interface ComingPayout {
  start: LocalDate;
  end: LocalDate;
  due: LocalDate;
}

/** The period that ends on a day, and when it is due. */
function toComingPayout(schedule: PayoutSchedule, end: LocalDate): ComingPayout {
  if (schedule === 'monthly') return { start: startOfMonth(end), end, due: addDays(end, 5) };
  return { start: schedule === 'weekly' ? addDays(end, -6) : end, end, due: addDays(end, 2) };
}

/** The newest period that is due, and the one after it. */
export function listComingPayouts(
  schedule: PayoutSchedule,
  now: Instant,
): { due: ComingPayout; next: ComingPayout } {
  const { until } = duePeriod(schedule, now);
  const nextEnd = {
    monthly: addDays(addMonths(addDays(until, 1), 1), -1),
    weekly: addDays(until, 7),
    daily: addDays(until, 1),
  }[schedule];
  return { due: toComingPayout(schedule, until), next: toComingPayout(schedule, nextEnd) };
}

/** Why nothing can be paid at a given time; null if payouts are possible. */
export function payoutWaitsFor(
  account: {
    bank_account: object | null;
    held_until: number | null;
    requirements: Pick<AccountRequirements, 'can_be_paid'> | null;
  },
  now: Instant,
): 'bank_account' | 'hold' | 'requirements' | null {
  if (!account.bank_account) return 'bank_account';
  if (account.held_until !== null && account.held_until > now) return 'hold';
  return account.requirements?.can_be_paid === false ? 'requirements' : null;
}

const payout = z.object({
  pk: z.int(),
  local_date: z.string(),
  amount: centsField,
  formatted_amount: z.string(),
  statement_descriptor: z.string(),
  failure: z.nullable(z.string()),
  arrived_at: z.nullable(z.int()),
  note: z.nullable(z.string()),
});
export type Payout = z.infer<typeof payout>;

const payoutAccount = z.object({
  bank_account: z.nullable(z.object({ bank_name: z.string(), last_four: z.string() })),
  has_ein: z.boolean(),
  representative: z.nullable(z.string()),
  payout_schedule: z.enum(payoutSchedules),
  held_until: z.nullable(z.int()),
  requirements: z.nullable(accountRequirements),
  future_payout: centsField,
  collected_elsewhere: centsField,
  next_payout: z.object({
    start_date: localDateText,
    end_date: localDateText,
    due_date: localDateText,
    amount: centsField,
    is_late: z.boolean(),
  }),
});
export type PayoutAccount = z.infer<typeof payoutAccount>;

export const listPayouts = endpoint({
  method: 'GET',
  path: '/api/transactions/payouts/:orgId',
  summary: 'The payouts of an organization, newest first, 15 a page',
  access: inOrganization('params.orgId', adminAndAccountant),
  params: z.strictObject({ orgId: pkOrUuidText }),
  query: z.strictObject({ page: pageQuery }),
  answer: pageSchema(payout),
  freshFor: 5 * 60,
  failure: 'Could not fetch payouts',
});

export const getPayoutAccount = endpoint({
  method: 'GET',
  path: '/api/payouts',
  summary: 'Where payouts of an organization go, and what is still to be paid',
  access: inOrganization('query.organization', adminAndAccountant),
  events: [],
  query: z.strictObject({ organization: pkOrUuidText }),
  answer: payoutAccount,
  freshFor: 5 * 60,
  failure: 'Could not fetch payout account info',
});

export const requestPayoutCode = endpoint({
  method: 'POST',
  path: '/api/payouts/code/',
  summary: 'Sends the caller a verification code, required to change the bank account',
  access: inOrganization('body.organization', adminOnly),
  body: z.strictObject({ organization: pkOrUuid }),
  answer: sentCode,
  failure: 'Failed to send a verification code',
});

export const updatePayoutAccount = endpoint({
  method: 'POST',
  path: '/api/payouts',
  summary:
    'Changes the bank account, EIN or representative with a token from the processor; a bank account needs a new code',
  access: inOrganization('body.organization', adminOnly),
  body: z.strictObject({
    organization: pkOrUuid,
    token: text(200, 'Send the token of the payment processor'),
    code: z.optional(text(64, payoutMessages.codeNeeded)),
  }),
  answer: payoutAccount,
  failure: payoutMessages.updateFailure,
});

export const startPayoutOnboarding = endpoint({
  method: 'POST',
  path: '/api/payouts/onboarding/',
  summary:
    'A link to the processor’s own page, where it asks what it still requires; it can be opened once',
  access: inOrganization('body.organization', adminOnly),
  body: z.strictObject({ organization: pkOrUuid }),
  answer: z.object({ url: z.string() }),
  failure: 'Could not open the payment processor’s page',
});

export const refreshPayoutRequirements = endpoint({
  method: 'POST',
  path: '/api/payouts/requirements/',
  summary: 'Asks the processor again what it still requires before it pays',
  access: inOrganization('body.organization', adminOnly),
  body: z.strictObject({ organization: pkOrUuid }),
  answer: payoutAccount,
  failure: 'Could not ask the payment processor',
});

export const downloadPayouts = endpoint({
  method: 'GET',
  path: '/api/downloads/payouts/:orgUuid/',
  summary: 'All payouts of an organization as CSV',
  access: inOrganization('params.orgUuid', adminAndAccountant),
  params: z.strictObject({ orgUuid: pkOrUuidText }),
  file: 'text/csv',
  failure: 'Something went wrong',
});

export const downloadMonthlyPayout = endpoint({
  method: 'GET',
  path: '/api/downloads/monthlypayout/:orgUuid/',
  summary: 'One month’s earnings at each property of an organization, as CSV',
  access: inOrganization('params.orgUuid', adminAndAccountant),
  params: z.strictObject({ orgUuid: pkOrUuidText }),
  query: z.strictObject({
    month: z.optional(monthYearField),
  }),
  file: 'text/csv',
  failure: 'Something went wrong',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  month: 'The month; without it, the month before this one.',
  bank_account: 'The bank account that payouts go to; null if there is none.',
  held_until:
    'Until when nothing is paid out, in milliseconds since 1970; null if nothing is held.',
  requirements:
    'What the payment processor still requires, as it last said; null if there is no account yet, or it wasn’t asked.',
  amount: 'What was sent to the bank, in cents; below 0 when one that came back is taken back.',
  formatted_amount: ['The amount in dollars.', '$872.00'],
  failure: 'Why the bank or the payment processor sent it back; null if it went out.',
  arrived_at:
    'When it was first known to be at the bank, in milliseconds since 1970; null if it isn’t yet, or nobody reports it.',
  note: 'What somebody has to look at; null if nothing.',
  bank_name: 'The name of the bank.',
  has_ein: 'Whether the organization’s EIN is known to the payment processor.',
  representative: 'The name of the organization’s representative; null if there is none.',
  collected_elsewhere:
    'The net revenue that other systems collected and paid out, in cents: it was imported, and is never paid out here.',
  future_payout:
    'Everything earned and not paid out yet, in cents. Below 0 when refunds outweigh it.',
  next_payout:
    'The payout that comes next, or one that is due and wasn’t sent because something holds it.',
  start_date: ['The first day of what it pays, at each property.', '2026-11-01'],
  end_date: ['The last day of what it pays, at each property.', '2026-11-30'],
  due_date: ['The day it is sent, from 15:00 UTC.', '2026-12-05'],
  'next_payout.amount':
    'What it would pay by now, in cents: everything earned through `end_date` and not paid out yet. Below 0, nothing is sent.',
  is_late: 'Whether the day has passed, and it wasn’t sent.',
  code: 'The verification code, required for a new bank account.',
  token: 'The token of the payment processor for the new data.',
  url: 'The URL of the payment processor’s page. It can be opened once.',
};

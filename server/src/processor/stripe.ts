import { fromEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import type { AccountRequirements } from '@lotkeeper/contract/money/payout-requirements';
import type { TokenKind } from '@lotkeeper/contract/money/processor';
import { Stripe } from 'stripe';
import type { AccountChange, PaymentProcessor, PayoutOrder, PayoutProgress } from './processor.ts';
import { ProcessorDown, ProcessorRefused } from './processor.ts';
import { keepCard, startCard } from './stripe-cards.ts';
import { cancelCharge, charge, readCharge, startConfirmation } from './stripe-charges.ts';
import { requireId } from './stripe-names.ts';
import { listRefunds, readDispute, refund } from './stripe-returns.ts';

const kinds: Record<string, TokenKind> = {
  bank_account: 'bank_account',
  account: 'ein',
  person: 'representative',
};

/** Why a bank returned money, by Stripe's codes. */
const failures: Record<string, string> = {
  account_closed: 'The bank account is closed.',
  account_frozen: 'The bank account is frozen.',
  incorrect_account_holder_name: 'The bank knows the account under another name.',
  invalid_account_number: 'The bank does not know this account number.',
  no_account: 'The bank does not know this account.',
};

/** Codes of failures that a later retry may resolve. */
const passing = new Set(['balance_insufficient', 'lock_timeout', 'idempotency_key_in_use']);

/** Converts Stripe's errors. Their messages are left out, because they may quote what was sent. */
function asOurs(error: unknown): Error {
  if (error instanceof ProcessorRefused || error instanceof ProcessorDown) return error;
  const refused =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError;
  if (refused && !passing.has(error.code ?? '')) {
    return new ProcessorRefused(`The payment processor refused this (${error.code ?? 'invalid'}).`);
  }
  const kind = error instanceof Error ? error.constructor.name : typeof error;
  return new ProcessorDown(`Stripe: ${kind}`);
}

async function callStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asOurs(error);
  }
}

/** Stripe Connect: a connected account for each organization, paid by a transfer to it and a payout from it. */
export function openStripe(secretKey: string, at: Stripe.StripeConfig = {}): PaymentProcessor {
  const stripe = new Stripe(secretKey, {
    timeout: 10_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...at,
  });
  return {
    name: 'stripe',
    kindOf: (token) => callStripe(() => readKind(stripe, token)),
    apply: (organization, token) => callStripe(() => apply(stripe, organization, token)),
    pay: (order) => callStripe(() => pay(stripe, order)),
    readPayout: (payout) => callStripe(() => readPayout(stripe, payout)),
    startOnboarding: (organization, returnUrl) =>
      callStripe(() => startOnboarding(stripe, organization, returnUrl)),
    readRequirements: (account) => callStripe(() => readRequirements(stripe, account)),
    startCard: (payer) => callStripe(() => startCard(stripe, payer)),
    keepCard: (payer, token) => callStripe(() => keepCard(stripe, payer, token)),
    charge: (order) => callStripe(() => charge(stripe, order)),
    readCharge: (ref) => callStripe(() => readCharge(stripe, ref)),
    startConfirmation: (ref) => callStripe(() => startConfirmation(stripe, ref)),
    cancelCharge: (ref) => callStripe(() => cancelCharge(stripe, ref)),
    refund: (order) => callStripe(() => refund(stripe, order)),
    listRefunds: (chargeRef) => callStripe(() => listRefunds(stripe, chargeRef)),
    readDispute: (ref) => callStripe(() => readDispute(stripe, ref)),
  };
}

async function readKind(stripe: Stripe, token: string): Promise<TokenKind> {
  if (!/^\w{3,100}$/.test(token)) throw new ProcessorRefused('This isn’t a Stripe token.');
  const { type, used: isUsed } = await stripe.tokens.retrieve(token);
  const kind = kinds[type];
  if (!kind) throw new ProcessorDown('Stripe answered a token of no kind');
  if (isUsed) throw new ProcessorRefused('What you entered has expired. Please enter it again.');
  return kind;
}

async function ensureAccount(
  stripe: Stripe,
  { uuid, account_ref }: { uuid: string; account_ref: string | null },
): Promise<string> {
  if (account_ref) return account_ref;
  const account = await stripe.accounts.create(
    {
      type: 'custom',
      country: 'US',
      business_type: 'company',
      capabilities: { transfers: { requested: true } },
      settings: { payouts: { schedule: { interval: 'manual' } } },
      metadata: { organization: uuid },
    },
    { idempotencyKey: `account-${uuid}` },
  );
  return requireId('acct_', account);
}

async function apply(
  stripe: Stripe,
  organization: { uuid: string; account_ref: string | null },
  token: string,
): Promise<AccountChange> {
  const kind = await readKind(stripe, token);
  const account_ref = await ensureAccount(stripe, organization);
  const change = { kind, account_ref, bank: null, representative: null };
  if (kind === 'bank_account')
    return { ...change, bank: await applyBank(stripe, account_ref, token) };
  if (kind === 'representative') {
    return { ...change, representative: await applyPerson(stripe, account_ref, token) };
  }
  await stripe.accounts.update(account_ref, { account_token: token }, { idempotencyKey: token });
  return change;
}

/** A link can be opened only once; the page that people return to has the button for the next one. */
async function startOnboarding(
  stripe: Stripe,
  organization: { uuid: string; account_ref: string | null },
  returnUrl: string,
): Promise<{ account_ref: string; url: string }> {
  const account_ref = await ensureAccount(stripe, organization);
  const { url } = await stripe.accountLinks.create({
    account: account_ref,
    type: 'account_onboarding',
    return_url: returnUrl,
    refresh_url: returnUrl,
  });
  if (!url.startsWith('https://')) throw new ProcessorDown('Stripe answered no link');
  return { account_ref, url };
}

async function applyBank(stripe: Stripe, account: string, token: string) {
  const bank = await stripe.accounts.createExternalAccount(
    account,
    { external_account: token, default_for_currency: true },
    { idempotencyKey: token },
  );
  const ref = requireId('ba_', bank);
  if (!('bank_name' in bank) || !/^\d{4}$/.test(bank.last4)) {
    throw new ProcessorDown('Stripe answered no bank account');
  }
  return { ref, bank_name: bank.bank_name ?? 'Bank', last_four: bank.last4 };
}

async function applyPerson(stripe: Stripe, account: string, token: string): Promise<string> {
  const { data } = await stripe.accounts.listPersons(account, {
    relationship: { representative: true },
  });
  const [known] = data;
  const options = { idempotencyKey: token };
  const person = known
    ? await stripe.accounts.updatePerson(account, known.id, { person_token: token }, options)
    : await stripe.accounts.createPerson(account, { person_token: token }, options);
  requireId('person_', person);
  return `${person.first_name ?? ''} ${person.last_name ?? ''}`.trim();
}

/** Stripe forgets keys after a day, so a payment that it may have received is looked up first. */
async function pay(stripe: Stripe, order: PayoutOrder): Promise<string> {
  const transfer =
    (order.isRetry && (await findTransfer(stripe, order))) || (await move(stripe, order));
  const known = order.isRetry && (await findPayout(stripe, order));
  try {
    return `${transfer} ${known || (await payOut(stripe, order))}`;
  } catch (error) {
    const failure = asOurs(error);
    // The money goes back to where it came from, or the next order would move it a second time.
    if (failure instanceof ProcessorRefused) await moveBack(stripe, transfer);
    throw failure;
  }
}

async function findTransfer(stripe: Stripe, { key }: PayoutOrder): Promise<string | null> {
  const { data } = await stripe.transfers.list({ transfer_group: key, limit: 1 });
  return data[0] ? requireId('tr_', data[0]) : null;
}

async function findPayout(
  stripe: Stripe,
  { key, account_ref }: PayoutOrder,
): Promise<string | null> {
  const { data } = await stripe.payouts.list({ limit: 100 }, { stripeAccount: account_ref });
  const found = data.find(({ metadata }) => metadata?.order === key);
  return found ? requireId('po_', found) : null;
}

async function move(stripe: Stripe, { key, account_ref, amount }: PayoutOrder): Promise<string> {
  const transfer = await stripe.transfers.create(
    { amount, currency: 'usd', destination: account_ref, transfer_group: key },
    { idempotencyKey: `${key}-transfer` },
  );
  return requireId('tr_', transfer);
}

async function moveBack(stripe: Stripe, transfer: string): Promise<void> {
  await stripe.transfers.createReversal(transfer, {}, { idempotencyKey: `${transfer}-back` });
}

async function payOut(stripe: Stripe, order: PayoutOrder): Promise<string> {
  const { key, account_ref, bank_ref, amount, statement_descriptor } = order;
  const payout = await stripe.payouts.create(
    {
      amount,
      currency: 'usd',
      destination: bank_ref,
      statement_descriptor,
      metadata: { order: key },
    },
    { stripeAccount: account_ref, idempotencyKey: `${key}-payout` },
  );
  return requireId('po_', payout);
}

async function readPayout(
  stripe: Stripe,
  { account_ref, processor_ref }: { account_ref: string; processor_ref: string },
): Promise<PayoutProgress> {
  const [transfer = '', id = ''] = processor_ref.split(' ');
  const payout = await stripe.payouts.retrieve(id, {}, { stripeAccount: account_ref });
  requireId('po_', payout);
  if (payout.status !== 'failed' && payout.status !== 'canceled') {
    return { hasArrived: payout.status === 'paid', failure: null };
  }
  await moveBack(stripe, transfer);
  const failure = failures[payout.failure_code ?? ''] ?? 'The bank sent it back.';
  return { hasArrived: false, failure };
}

async function readRequirements(stripe: Stripe, account: string): Promise<AccountRequirements> {
  const { capabilities, requirements } = await stripe.accounts.retrieve(account);
  const pastDue = requirements?.past_due ?? [];
  const deadline = requirements?.current_deadline ?? null;
  return {
    can_be_paid: capabilities?.transfers === 'active',
    due: [...new Set([...pastDue, ...(requirements?.currently_due ?? [])])],
    past_due: pastDue,
    is_checking: (requirements?.pending_verification ?? []).length > 0,
    disabled_reason: requirements?.disabled_reason ?? null,
    deadline: deadline === null ? null : fromEpochSeconds(deadline),
  };
}

import { cents } from '@lotkeeper/contract/kernel/money';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StripeAnswer } from '../testing/stripe-server.ts';
import { stripeList as list, openStripeServer } from '../testing/stripe-server.ts';
import { ProcessorDown, ProcessorRefused } from './processor.ts';

const server = await openStripeServer();
const { stripe } = server;

const organization = { uuid: '6f1c1a52-0000-4000-8000-000000000001', account_ref: 'acct_1' };
const order = {
  key: 'org-2026-10',
  account_ref: 'acct_1',
  bank_ref: 'ba_1',
  amount: cents(90_000),
  statement_descriptor: 'LOTKEEPER 2026-10',
  isRetry: false,
};
const bankToken = { object: 'token', id: 'btok_1', type: 'bank_account', used: false };
const bankAccount = {
  object: 'bank_account',
  id: 'ba_1',
  bank_name: 'STRIPE TEST BANK',
  last4: '6789',
  routing_number: '110000000',
};
const refusal = (code: string): StripeAnswer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message: 'You sent 000123456789.' } },
});

beforeEach(() => {
  server.reset({
    'GET /v1/tokens/btok_1': [{ body: bankToken }],
    'POST /v1/accounts': [{ body: { object: 'account', id: 'acct_new' } }],
    'POST /v1/accounts/acct_1/external_accounts': [{ body: bankAccount }],
    'POST /v1/accounts/acct_new/external_accounts': [{ body: bankAccount }],
    'POST /v1/transfers': [{ body: { object: 'transfer', id: 'tr_1' } }],
    'POST /v1/transfers/tr_1/reversals': [{ body: { object: 'transfer_reversal', id: 'trr_1' } }],
    'POST /v1/payouts': [{ body: { object: 'payout', id: 'po_1', status: 'pending' } }],
  });
});

const calls = () => server.requests.map(({ call }) => call);

describe('an account', () => {
  test('the first change creates a Stripe account under its own key and adds the bank account of the token', async () => {
    const change = await stripe.apply({ ...organization, account_ref: null }, 'btok_1');
    expect(change).toEqual({
      kind: 'bank_account',
      account_ref: 'acct_new',
      bank: { ref: 'ba_1', bank_name: 'STRIPE TEST BANK', last_four: '6789' },
      representative: null,
    });
    const created = server.requests.find(({ call }) => call === 'POST /v1/accounts');
    expect(created?.key).toBe(`account-${organization.uuid}`);
    expect(created?.body.get('settings[payouts][schedule][interval]')).toBe('manual');
  });

  test('an account gets an EIN and a representative, and an existing person is changed', async () => {
    server.answers['GET /v1/tokens/ct_1'] = [
      { body: { ...bankToken, id: 'ct_1', type: 'account' } },
    ];
    server.answers['POST /v1/accounts/acct_1'] = [{ body: { object: 'account', id: 'acct_1' } }];
    expect(await stripe.apply(organization, 'ct_1')).toMatchObject({ kind: 'ein', bank: null });
    server.answers['GET /v1/tokens/cpt_1'] = [
      { body: { ...bankToken, id: 'cpt_1', type: 'person' } },
    ];
    const person = { object: 'person', id: 'person_1', first_name: 'Ada', last_name: 'Lovelace' };
    server.answers['GET /v1/accounts/acct_1/persons'] = [list(), list(person)];
    server.answers['POST /v1/accounts/acct_1/persons'] = [{ body: person }];
    server.answers['POST /v1/accounts/acct_1/persons/person_1'] = [{ body: person }];
    for (let n = 0; n < 2; n++) {
      const change = await stripe.apply(organization, 'cpt_1');
      expect(change.representative).toBe('Ada Lovelace');
    }
    expect(calls().filter((call) => call.includes('persons') && call.startsWith('POST'))).toEqual([
      'POST /v1/accounts/acct_1/persons',
      'POST /v1/accounts/acct_1/persons/person_1',
    ]);
  });

  test('an account links to Stripe’s onboarding, which leads back to where it was opened', async () => {
    const back = 'https://lots.example/organization/1/payouts?from=processor';
    const url = 'https://connect.stripe.com/setup/c/acct_new/abc';
    server.answers['POST /v1/account_links'] = [{ body: { object: 'account_link', url } }];
    const opened = await stripe.startOnboarding({ ...organization, account_ref: null }, back);
    expect(opened).toEqual({ account_ref: 'acct_new', url });
    expect(Object.fromEntries(server.requests.at(-1)?.body ?? [])).toEqual({
      account: 'acct_new',
      type: 'account_onboarding',
      return_url: back,
      refresh_url: back,
    });
    const odd = { object: 'account_link', url: 'javascript:alert(1)' };
    server.answers['POST /v1/account_links'] = [{ body: odd }];
    await expect(stripe.startOnboarding(organization, back)).rejects.toThrow(ProcessorDown);
  });

  test('what Stripe requires of an account is read from its requirements and the capability transfers', async () => {
    const requirements = {
      currently_due: ['company.tax_id', 'external_account'],
      past_due: ['company.tax_id'],
      pending_verification: ['company.verification.document'],
      disabled_reason: 'requirements.past_due',
      current_deadline: 1_800_000_000,
    };
    const account = { object: 'account', id: 'acct_1', requirements };
    server.answers['GET /v1/accounts/acct_1'] = [
      { body: { ...account, capabilities: { transfers: 'inactive' } } },
      { body: { ...account, requirements: null, capabilities: { transfers: 'active' } } },
    ];
    expect(await stripe.readRequirements('acct_1')).toEqual({
      can_be_paid: false,
      due: ['company.tax_id', 'external_account'],
      past_due: ['company.tax_id'],
      is_checking: true,
      disabled_reason: 'requirements.past_due',
      deadline: 1_800_000_000_000,
    });
    expect(await stripe.readRequirements('acct_1')).toMatchObject({ can_be_paid: true, due: [] });
  });

  test('used and unknown tokens and what Stripe refuses are refused without Stripe’s own message', async () => {
    server.answers['GET /v1/tokens/btok_2'] = [{ body: { ...bankToken, used: true } }];
    server.answers['POST /v1/accounts/acct_1/external_accounts'] = [
      refusal('routing_number_invalid'),
    ];
    await expect(stripe.kindOf('btok_2')).rejects.toThrow(ProcessorRefused);
    await expect(stripe.kindOf('../accounts')).rejects.toThrow(ProcessorRefused);
    await expect(stripe.apply(organization, 'btok_1')).rejects.toThrow(
      new ProcessorRefused('The payment processor refused this (routing_number_invalid).'),
    );
  });
});

describe('a payout', () => {
  test('a payout is a transfer and a payout to the one bank account, each under its key', async () => {
    expect(await stripe.pay(order)).toBe('tr_1 po_1');
    const [transfer, payout] = server.requests;
    expect(calls()).toEqual(['POST /v1/transfers', 'POST /v1/payouts']);
    expect([transfer?.key, payout?.key]).toEqual(['org-2026-10-transfer', 'org-2026-10-payout']);
    expect(Object.fromEntries(payout?.body ?? [])).toEqual({
      amount: '90000',
      currency: 'usd',
      destination: 'ba_1',
      statement_descriptor: 'LOTKEEPER 2026-10',
      'metadata[order]': 'org-2026-10',
    });
    expect(payout?.account).toBe('acct_1');
  });

  test('a payout that Stripe may know is looked up first, because keys are forgotten after a day', async () => {
    server.answers['GET /v1/transfers'] = [list({ object: 'transfer', id: 'tr_0' })];
    server.answers['GET /v1/payouts'] = [
      list(
        { object: 'payout', id: 'po_8', metadata: { order: 'org-2026-09' } },
        { object: 'payout', id: 'po_0', metadata: { order: 'org-2026-10' } },
      ),
    ];
    expect(await stripe.pay({ ...order, isRetry: true })).toBe('tr_0 po_0');
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  test('a refused payout reverses its transfer', async () => {
    server.answers['POST /v1/payouts'] = [refusal('bank_account_unusable')];
    await expect(stripe.pay(order)).rejects.toThrow(ProcessorRefused);
    expect(calls().at(-1)).toBe('POST /v1/transfers/tr_1/reversals');
    expect(server.requests.at(-1)?.key).toBe('tr_1-back');
  });

  test.each<[string, StripeAnswer]>([
    ['hangs up', 'hang up'],
    ['has a fault', { status: 500, body: { error: { type: 'api_error' } } }],
    ['is busy', { status: 429, body: { error: { type: 'rate_limit_error' } } }],
    ['refuses our key', { status: 401, body: { error: { type: 'invalid_request_error' } } }],
    ['has no balance yet', refusal('balance_insufficient')],
    ['answers a page', { body: '<html>gateway</html>' }],
    ['answers nothing that is a transfer', { body: { object: 'list', data: [] } }],
    ['answers null', { body: 'null' }],
  ])('a payout can be tried again where Stripe %s', async (_, answer) => {
    server.answers['POST /v1/transfers'] = [answer];
    await expect(stripe.pay(order)).rejects.toThrow(ProcessorDown);
    // Its client's own retries have the same key.
    expect(new Set(server.requests.map(({ call, key }) => `${call} ${key}`))).toEqual(
      new Set(['POST /v1/transfers org-2026-10-transfer']),
    );
  });

  test.each([
    ['pending', null, null],
    ['paid', null, null],
    ['failed', 'account_closed', 'The bank account is closed.'],
    ['failed', 'something_new', 'The bank sent it back.'],
    ['canceled', null, 'The bank sent it back.'],
  ])(
    'a payout that is later %s (%s) has the failure reason %s',
    async (status, failure_code, reason) => {
      server.answers['GET /v1/payouts/po_1'] = [
        { body: { object: 'payout', id: 'po_1', status, failure_code } },
      ];
      const sent = { account_ref: 'acct_1', processor_ref: 'tr_1 po_1' };
      expect(await stripe.readPayout(sent)).toEqual({
        hasArrived: status === 'paid',
        failure: reason,
      });
      // The money is back in the connected account and is moved home, or the next order would add to it.
      expect(calls().includes('POST /v1/transfers/tr_1/reversals')).toBe(reason !== null);
    },
  );
});

describe('a card', () => {
  const payer = { name: 'session-1', customer_ref: null };
  const method = { object: 'payment_method', id: 'pm_1', card: { brand: 'visa', last4: '4242' } };
  const setup = {
    object: 'setup_intent',
    id: 'seti_1',
    client_secret: 'seti_1_secret_2',
    status: 'succeeded',
    customer: 'cus_1',
    payment_method: method,
    metadata: { payer: 'session-1' },
  };
  const intent = (status: string) => ({
    body: { object: 'payment_intent', id: 'pi_1', status, metadata: { order: 'session-1-5' } },
  });
  const order = {
    key: 'session-1-5',
    customer_ref: 'cus_1',
    card_ref: 'pm_1',
    amount: cents(1080),
    isRetry: false,
  };

  beforeEach(() => {
    server.reset({
      'POST /v1/customers': [{ body: { object: 'customer', id: 'cus_1' } }],
      'POST /v1/setup_intents': [{ body: setup }],
      'GET /v1/setup_intents/seti_1': [{ body: setup }],
      'POST /v1/payment_intents': [intent('succeeded')],
      'GET /v1/payment_intents': [list()],
    });
  });

  test('a card is set up for a customer, who is created the first time, and confirmed at Stripe', async () => {
    expect(await stripe.startCard(payer)).toEqual({ client_secret: 'seti_1_secret_2' });
    expect(calls()).toEqual(['POST /v1/customers', 'POST /v1/setup_intents']);
    expect(server.requests[0]?.key).toBe('customer-session-1');
    expect(Object.fromEntries(server.requests[1]?.body ?? [])).toEqual({
      customer: 'cus_1',
      usage: 'off_session',
      'automatic_payment_methods[enabled]': 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
      'metadata[payer]': 'session-1',
    });
    server.requests.length = 0;
    await stripe.startCard({ ...payer, customer_ref: 'cus_1' });
    expect(calls()).toEqual(['POST /v1/setup_intents']);
  });

  test('the card of a confirmed setup is stored, however often it is requested', async () => {
    const card = { customer_ref: 'cus_1', card_ref: 'pm_1', brand: 'visa', last_four: '4242' };
    for (let n = 0; n < 2; n++) expect(await stripe.keepCard(payer, 'seti_1')).toEqual(card);
    expect(calls()).toEqual(['GET /v1/setup_intents/seti_1', 'GET /v1/setup_intents/seti_1']);
  });

  test.each([
    ['isn’t confirmed', { status: 'requires_action' }],
    ['is of another driver', { metadata: { payer: 'session-2' } }],
    ['has no card', { payment_method: 'pm_1' }],
    ['has another payment method', { payment_method: { id: 'pm_1', type: 'link' } }],
  ])('a setup that %s puts no card on file', async (_, more) => {
    server.answers['GET /v1/setup_intents/seti_1'] = [{ body: { ...setup, ...more } }];
    await expect(stripe.keepCard(payer, 'seti_1')).rejects.toThrow(ProcessorRefused);
  });

  test('a token that isn’t a setup’s is refused without a call to Stripe', async () => {
    for (const token of ['../customers', 'tok_123']) {
      await expect(stripe.keepCard(payer, token)).rejects.toThrow(ProcessorRefused);
    }
    expect(server.requests).toEqual([]);
  });

  test('a card is charged without its holder, under the key of the order', async () => {
    expect(await stripe.charge(order)).toEqual({ ref: 'pi_1', state: 'paid' });
    const [sent] = server.requests;
    expect(sent?.key).toBe('session-1-5');
    expect(Object.fromEntries(sent?.body ?? [])).toMatchObject({
      amount: '1080',
      currency: 'usd',
      customer: 'cus_1',
      payment_method: 'pm_1',
      off_session: 'true',
      confirm: 'true',
      'metadata[order]': 'session-1-5',
    });
  });

  test('a charge that Stripe may know is looked up first and not repeated', async () => {
    server.answers['GET /v1/payment_intents'] = [list(intent('succeeded').body)];
    expect(await stripe.charge({ ...order, isRetry: true })).toEqual({
      ref: 'pi_1',
      state: 'paid',
    });
    expect(calls()).toEqual(['GET /v1/payment_intents']);
  });

  test.each<[string, StripeAnswer]>([
    ['declines', { status: 402, body: { error: { type: 'card_error', code: 'card_declined' } } }],
    ['wants another card', intent('requires_payment_method')],
  ])('a charge is refused where Stripe %s', async (_, answer) => {
    server.answers['POST /v1/payment_intents'] = [answer];
    await expect(stripe.charge(order)).rejects.toThrow(ProcessorRefused);
  });

  test.each<[string, StripeAnswer]>([
    ['hangs up', 'hang up'],
    ['has a fault', { status: 500, body: { error: { type: 'api_error' } } }],
    ['is still at it', intent('processing')],
    ['answers nothing that is a payment', { body: { object: 'list', data: [] } }],
  ])('a charge has an unknown outcome where Stripe %s', async (_, answer) => {
    server.answers['POST /v1/payment_intents'] = [answer];
    await expect(stripe.charge(order)).rejects.toThrow(ProcessorDown);
  });

  const unconfirmed = {
    object: 'payment_intent',
    id: 'pi_1',
    status: 'requires_payment_method',
    client_secret: 'pi_1_secret_2',
    metadata: { order: 'session-1-5' },
    last_payment_error: { type: 'card_error', code: 'authentication_required' },
  };
  const wantsHolder: StripeAnswer = {
    status: 402,
    body: {
      error: { type: 'card_error', code: 'authentication_required', payment_intent: unconfirmed },
    },
  };

  test.each<[string, Record<string, StripeAnswer[]>, boolean]>([
    ['reports it in its error', { 'POST /v1/payment_intents': [wantsHolder] }, false],
    [
      'reported it in a response that was lost',
      { 'GET /v1/payment_intents': [list(unconfirmed)] },
      true,
    ],
    [
      'answers an intent that waits',
      { 'POST /v1/payment_intents': [intent('requires_action')] },
      false,
    ],
  ])('a charge is to be confirmed where Stripe %s', async (_, answers, isRetry) => {
    Object.assign(server.answers, answers);
    expect(await stripe.charge({ ...order, isRetry })).toEqual({
      ref: 'pi_1',
      state: 'unconfirmed',
    });
  });

  test('an error of authentication without an intent is a refusal', async () => {
    const error = { type: 'card_error', code: 'authentication_required' };
    server.answers['POST /v1/payment_intents'] = [{ status: 402, body: { error } }];
    await expect(stripe.charge(order)).rejects.toThrow(ProcessorRefused);
  });

  const failedBy = (code: string) => ({
    body: { ...unconfirmed, last_payment_error: { type: 'card_error', code } },
  });

  test.each<[string, StripeAnswer, string]>([
    ['succeeded', intent('succeeded'), 'paid'],
    ['waits at the bank', intent('requires_action'), 'unconfirmed'],
    ['was not confirmed', failedBy('payment_intent_authentication_failure'), 'unconfirmed'],
    ['was declined after it was confirmed', failedBy('insufficient_funds'), 'declined'],
    ['is being processed', intent('processing'), 'processing'],
    ['was canceled', intent('canceled'), 'canceled'],
  ])('a payment that %s is read as such', async (_, answer, state) => {
    server.answers['GET /v1/payment_intents/pi_1'] = [answer];
    expect(await stripe.readCharge('pi_1')).toEqual({ ref: 'pi_1', state });
  });

  test('the secret of a payment is handed out only while it is to be confirmed', async () => {
    server.answers['GET /v1/payment_intents/pi_1'] = [{ body: unconfirmed }];
    expect(await stripe.startConfirmation('pi_1')).toEqual({ client_secret: 'pi_1_secret_2' });
    for (const status of ['succeeded', 'canceled', 'processing']) {
      server.answers['GET /v1/payment_intents/pi_1'] = [intent(status)];
      await expect(stripe.startConfirmation('pi_1')).rejects.toThrow(ProcessorRefused);
    }
  });

  test('a payment is canceled, unless it was paid meanwhile', async () => {
    const cancel = 'POST /v1/payment_intents/pi_1/cancel';
    server.answers[cancel] = [intent('canceled')];
    expect(await stripe.cancelCharge('pi_1')).toEqual({ ref: 'pi_1', state: 'canceled' });
    expect(server.requests.at(-1)?.body.get('cancellation_reason')).toBe('abandoned');
    server.answers[cancel] = [refusal('payment_intent_unexpected_state')];
    server.answers['GET /v1/payment_intents/pi_1'] = [intent('succeeded')];
    expect(await stripe.cancelCharge('pi_1')).toEqual({ ref: 'pi_1', state: 'paid' });
    server.answers[cancel] = ['hang up'];
    await expect(stripe.cancelCharge('pi_1')).rejects.toThrow(ProcessorDown);
  });
});

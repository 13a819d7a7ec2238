import { expect, test } from 'vitest';
import { findProblems, stripeOperations } from './stripe-operations.ts';

const check = (call: string, sent: string) =>
  findProblems({ call, sent: new URLSearchParams(sent) });

test('the facts name the version of Stripe’s document that they come from', () => {
  expect(stripeOperations.version).toMatch(/^\d{4}-\d{2}-\d{2}\.\w+$/);
  expect(stripeOperations.source).toContain('stripe/openapi');
});

test('a request whose fields are all known, of the right type and complete is allowed', () => {
  const sent = 'amount=100&currency=usd&metadata[order]=a&statement_descriptor=LOTKEEPER+2026-10';
  expect(check('POST /v1/payouts', sent)).toEqual([]);
  expect(check('POST /v1/accounts/acct_1/persons/person_1', 'person_token=cpt_1')).toEqual([]);
});

test.each([
  ['POST /v1/payouts', 'amount=100', 'currency is required'],
  ['POST /v1/payouts', 'amount=1.5&currency=usd', 'amount=1.5 isn’t allowed'],
  ['POST /v1/payouts', 'amount=1&currency=usd&to=ba_1', 'to=ba_1 isn’t allowed'],
  ['POST /v1/accounts', 'type=custom&business_type=firm', 'business_type=firm isn’t allowed'],
  ['POST /v1/accounts', 'capabilities[transfer][requested]=true', 'isn’t allowed'],
  ['GET /v1/payouts/po_1', 'limit=1', 'limit=1 isn’t allowed'],
  ['POST /v1/charges', '', 'isn’t among the operations'],
  ['PUT /v1/payouts', 'amount=1&currency=usd', 'isn’t among the operations'],
  [
    'POST /v1/payouts',
    `amount=1&currency=usd&statement_descriptor=${'x'.repeat(23)}`,
    'isn’t allowed',
  ],
])('%s with “%s” is not allowed: %s', (call, sent, problem) => {
  expect(check(call, sent).join()).toContain(problem);
});

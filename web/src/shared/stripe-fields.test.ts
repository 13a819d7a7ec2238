import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../kernel/api.ts';
import { confirmStripePayment, openStripeFields } from './stripe-fields.ts';

const keys = { publishableKey: 'pk_test_12345678', clientSecret: 'seti_1_secret_2', locale: 'es' };
type Paid = Awaited<ReturnType<ReturnType<NonNullable<Window['Stripe']>>['confirmCardPayment']>>;
type Confirmed = Awaited<ReturnType<ReturnType<NonNullable<Window['Stripe']>>['confirmSetup']>>;

/** The part of Stripe.js that our code uses; it records its calls. */
function fakeStripe(confirmed: Confirmed, paid: Paid = {}) {
  const calls: unknown[] = [];
  const element = {
    mount: (target: HTMLElement) => void calls.push(['mount', target.id]),
    destroy: () => void calls.push(['destroy']),
  };
  const elements = {
    create: (type: string) => {
      calls.push(['create', type]);
      return element;
    },
  };
  window.Stripe = (key) => ({
    elements: ({ clientSecret, locale }) => {
      calls.push(['elements', key, clientSecret, locale]);
      return elements;
    },
    confirmSetup: async (options) => {
      calls.push(['confirm', options.elements === elements, options.redirect]);
      return confirmed;
    },
    confirmCardPayment: async (clientSecret, data) => {
      calls.push(['confirm payment', key, clientSecret, data.payment_method]);
      return paid;
    },
  });
  return calls;
}

const makeTarget = () => Object.assign(document.createElement('div'), { id: 'fields' });

afterEach(() => {
  delete window.Stripe;
  for (const script of document.querySelectorAll('script')) script.remove();
});

test('the fields of a setup are put into the page, confirmed there, and removed', async () => {
  const calls = fakeStripe({ setupIntent: { id: 'seti_1', status: 'succeeded' } });
  const fields = await openStripeFields(makeTarget(), keys);
  expect(await fields.confirm()).toBe('seti_1');
  fields.remove();
  expect(calls).toEqual([
    ['elements', 'pk_test_12345678', 'seti_1_secret_2', 'es'],
    ['create', 'payment'],
    ['mount', 'fields'],
    ['confirm', true, 'if_required'],
    ['destroy'],
  ]);
});

test.each<[string, Confirmed, string]>([
  ['Stripe gives a reason', { error: { message: 'Your card was declined.' } }, 'was declined.'],
  [
    'the bank didn’t confirm it',
    { setupIntent: { id: 'seti_1', status: 'requires_action' } },
    'wasn’t confirmed',
  ],
])('a card isn’t saved when %s', async (_, confirmed, message) => {
  fakeStripe(confirmed);
  const fields = await openStripeFields(makeTarget(), keys);
  await expect(fields.confirm()).rejects.toThrow(message);
  await expect(fields.confirm()).rejects.toBeInstanceOf(ApiError);
});

test('the script comes from Stripe’s server, and can be loaded again after a failure', async () => {
  for (let n = 0; n < 2; n++) {
    const fields = openStripeFields(makeTarget(), keys);
    const script = document.querySelector('script');
    expect(script?.src).toBe('https://js.stripe.com/v3/');
    script?.dispatchEvent(new Event('error'));
    await expect(fields).rejects.toBeInstanceOf(ApiError);
    expect(document.querySelector('script')).toBeNull();
  }
  const fields = openStripeFields(makeTarget(), keys);
  fakeStripe({ setupIntent: { id: 'seti_1', status: 'succeeded' } });
  document.querySelector('script')?.dispatchEvent(new Event('load'));
  expect(await (await fields).confirm()).toBe('seti_1');
});

const payment = { ...keys, clientSecret: 'pi_1_secret_2', paymentMethod: 'pm_1' };

test.each(['succeeded', 'processing'])(
  'a payment that a bank wants confirmed is confirmed when it’s %s',
  async (status) => {
    const calls = fakeStripe({}, { paymentIntent: { status } });
    await confirmStripePayment(payment);
    expect(calls).toEqual([['confirm payment', 'pk_test_12345678', 'pi_1_secret_2', 'pm_1']]);
  },
);

test.each<[string, Paid, string]>([
  ['the bank refused it', { error: { message: 'We are unable to authenticate.' } }, 'unable'],
  ['nothing was confirmed', { paymentIntent: { status: 'requires_action' } }, 'wasn’t confirmed'],
  ['Stripe says nothing', {}, 'wasn’t confirmed'],
])('a payment isn’t confirmed when %s', async (_, paid, message) => {
  fakeStripe({}, paid);
  await expect(confirmStripePayment(payment)).rejects.toThrow(message);
  await expect(confirmStripePayment(payment)).rejects.toBeInstanceOf(ApiError);
});

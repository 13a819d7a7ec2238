import type { Webhook } from '@lotkeeper/contract/intake/webhooks';
import { expect, test } from 'vitest';
import { describeWebhook } from './webhook-words.ts';

const time = { now: 1781550000000, zone: 'America/Phoenix' };
const working: Webhook = {
  pk: 1,
  url: 'https://shop.example/hooks',
  types: ['rental.created'],
  spots: null,
  created_at: 0,
  created_by: null,
  paused_at: null,
  paused_because: null,
  failing_since: null,
  next_try_at: null,
  old_secret_until: null,
  waiting: 0,
  failing: 0,
  given_up: 0,
};

test('a webhook says what waits for it, what was given up, and why it is paused', () => {
  const describe = (more: Partial<Webhook>) => {
    const { word, detail } = describeWebhook({ ...working, ...more }, time);
    return [word, detail];
  };
  expect(describe({})).toEqual(['Active', null]);
  expect(describe({ waiting: 2, given_up: 1 })).toEqual([
    'Active',
    '2 messages wait · 1 message given up in the last 30 days',
  ]);
  expect(describe({ paused_at: 1, paused_because: 'gone' })).toEqual([
    'Paused',
    'It answered 410 Gone. Events aren’t kept for it',
  ]);
  expect(describe({ paused_at: 1, paused_because: 'failing', waiting: 1 })).toEqual([
    'Paused',
    'It took nothing for three days · 1 message waits',
  ]);
});

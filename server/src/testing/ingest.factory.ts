import type { BatchAnswer, batchAnswer } from '@lotkeeper/contract/kernel/batch';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { makeApiKey } from './api-keys.factory.ts';
import { makeOrganization } from './people.factory.ts';
import type { TestSpot } from './spots.factory.ts';
import { makeSpot } from './spots.factory.ts';
import type { Answered, TestApp } from './test-app.ts';

/** An endpoint that accepts a batch. */
type Taking = Endpoint & { answer: typeof batchAnswer };

/** An organization with a property, and a program that sends for it. */
export interface Outside {
  organization: { pk: number; uuid: string };
  spot: TestSpot;
  key: string;
  /** Sends items and returns the whole response. */
  call(endpoint: Taking, items: readonly object[]): Promise<Answered<BatchAnswer>>;
  /** Sends items and returns the outcome of each. */
  send(endpoint: Taking, items: readonly object[]): Promise<string[]>;
  /** Like `send`, but returns the message of a refusal instead. */
  sentences(endpoint: Taking, items: readonly object[]): Promise<string[]>;
  /** What is wrong with each item, field by field. */
  reasons(endpoint: Taking, items: readonly object[]): Promise<string[]>;
}

const every = [
  'rentals',
  'payments',
  'visits',
  'reads',
  'reviews',
  'notes',
  'images',
  'valet',
] as const;

/** Creates an organization with a property in Phoenix, 10 % commission, and a key with every grant. */
export async function makeOutside(at: TestApp): Promise<Outside> {
  const sql = at.database.system;
  const organization = await makeOrganization(sql);
  const spot = await makeSpot(sql, { organization });
  const { key } = await makeApiKey(sql, organization, every);
  const call = (endpoint: Taking, items: readonly object[]) =>
    at.call(endpoint, { body: { items } }, { token: key });
  const results = async (endpoint: Taking, items: readonly object[]) => {
    const { status, body, error } = await call(endpoint, items);
    if (status !== 200) throw new Error(`${status} ${error.detail}`);
    return body.results;
  };
  return {
    organization,
    spot,
    key,
    call,
    send: async (endpoint, items) => (await results(endpoint, items)).map(({ outcome }) => outcome),
    sentences: async (endpoint, items) =>
      (await results(endpoint, items)).map(({ outcome, detail }) => detail ?? outcome),
    reasons: async (endpoint, items) =>
      (await results(endpoint, items)).map(({ outcome, fields }) =>
        fields
          ? Object.entries(fields)
              .map(([field, message]) => `${field}: ${message}`)
              .join('\n')
          : outcome,
      ),
  };
}

/** A charge in an item, in cents; by default, its ID is the rental's. */
export const chargeItem = (external_id: string, amount: number, more: object = {}) => ({
  external_id,
  occurred_at: '2026-06-15T16:00:00Z',
  amount,
  tax: 0,
  processing_fee: 0,
  ...more,
});

/** An item with an hourly rental on 15 June 2026 from 9 to 11 in Phoenix, $10.00 paid. */
export const rentalItem = (spot: { pk: number }, external_id: string, more: object = {}) => ({
  source: 'gate',
  external_id,
  spot: spot.pk,
  rental_type: 'hourly',
  start_date: '2026-06-15T16:00:00Z',
  end_date: '2026-06-15T18:00:00Z',
  car: null,
  charges: [chargeItem(external_id, 1000)],
  ...more,
});

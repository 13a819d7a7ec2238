import { expect, test } from 'vitest';
import { reduceOperation } from './reduce-stripe-openapi.mjs';

const text = { type: 'string', maxLength: 22 };
const document = {
  paths: {
    '/v1/payouts': {
      get: { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }] },
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                required: ['amount'],
                properties: {
                  amount: { type: 'integer' },
                  card: {
                    anyOf: [
                      { properties: { number: { type: 'string' } } },
                      { properties: { token: { type: 'string' } } },
                    ],
                  },
                  descriptor: text,
                  metadata: {
                    anyOf: [
                      { additionalProperties: { type: 'string' } },
                      { type: 'string', enum: [''] },
                    ],
                  },
                  method: { type: 'string', enum: ['instant', 'standard'] },
                },
              },
            },
          },
        },
      },
    },
  },
};
const reduce = (call, fields) => reduceOperation(document, call, { fields });

test('an operation is reduced to the fields that are sent, with the values that each accepts', () => {
  const fields = {
    amount: 'string',
    'card[token]': 'string',
    descriptor: 10,
    'metadata[*]': 'string',
    method: ['standard'],
  };
  expect(reduce('POST /v1/payouts', fields)).toEqual({
    required: ['amount'],
    fields: { ...fields, amount: 'integer', descriptor: 22 },
  });
  expect(reduce('GET /v1/payouts', { limit: 'string' })).toEqual({
    required: [],
    fields: { limit: 'integer' },
  });
});

test('values that an enumeration no longer has are replaced by current ones', () => {
  expect(reduce('POST /v1/payouts', { method: ['slow'] }).fields).toEqual({
    method: ['instant', 'standard'],
  });
});

test('an operation or field that the document lacks is reported by name', () => {
  expect(() => reduce('POST /v1/refunds', {})).toThrow('POST /v1/refunds is missing');
  expect(() => reduce('POST /v1/payouts', { to: 'string' })).toThrow('has no field to');
});

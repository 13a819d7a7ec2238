import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints, openAccessWorld, peoples, restore, table } from '../../testing/access-world.ts';
import { listFields } from '../../testing/call-fields.ts';

const isMoney = /amount|price|gross|refund|tax|fee|cents|value|discount|balance|commission/;

/** Fields of money that may be 0, and why. Anything else is refused at 0 and below. */
const free: Record<string, readonly string[]> = {
  'A rental, a stay or a space may be free.': [
    'changeRentals price_monthly',
    'ingestRentals price_monthly',
    'ingestValet outstanding_balance',
    'createRate price',
    'createRate prices',
    'updateRate price',
    'updateRate prices',
    'createEvent display_price',
    'updateEvent display_price',
    'createValidationSponsor allowance_value',
    'updateValidationSponsor allowance_value',
    'createValidationSponsor price',
    'updateValidationSponsor price',
  ],
  'A part of an amount, or what a price began with.': [
    ...['endRentals', 'ingestPayments', 'ingestRefunds', 'ingestRentals'].flatMap((name) =>
      ['amount', 'tax', 'processing_fee'].map((field) => `${name} ${field}`),
    ),
    ...['endRentals', 'ingestPayments', 'ingestRentals'].map((name) => `${name} base_price`),
  ],
  'A tax or a share in percent, or a tolerance.': [
    'recordHandPayment tax',
    'recordHandRental tax',
    'setCloseSettings tolerance_cents',
    'createOrganization commission_percent',
    'updateOrganization commission_percent',
    'updateOrganization tax_percent',
  ],
  'What the page showed, which is compared with what is owed.': [
    'payNotice amount',
    'takeValetCash balance',
  ],
};

test('an amount of money is more than 0, except where nothing is a price', async () => {
  const taken = (await listFields('number')).filter(
    ({ name, schema }) =>
      isMoney.test(name) && [0, -1].some((amount) => schema.safeParse(amount).success),
  );
  const names = new Set(taken.map(({ endpoint, name }) => `${endpoint} ${name}`));
  expect([...names].toSorted()).toEqual(Object.values(free).flat().toSorted());
});

interface Node {
  type?: string;
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** Values at each limit of a field, and just beyond. */
function* listLimits({
  type,
  minimum,
  maximum,
  minLength,
  maxLength,
}: Node): Generator<[unknown, boolean]> {
  if (type === 'integer' || type === 'number') {
    for (const [limit, step] of [
      [minimum, -1],
      [maximum, 1],
    ] as const)
      if (limit !== undefined && Math.abs(limit) < 1e12)
        yield* [
          [limit, true],
          [limit + step, false],
        ] as [unknown, boolean][];
  }
  if (type === 'string') {
    if (minLength === 1) yield ['', false];
    if (maxLength !== undefined)
      yield* [
        ['x'.repeat(maxLength), true],
        ['x'.repeat(maxLength + 1), false],
      ] as [unknown, boolean][];
  }
}

/** A valid body with one field at a limit or beyond, for each field that it has. */
function* vary(
  node: Node,
  value: unknown,
  put: (value: unknown) => unknown,
  path = '',
): Generator<{ path: string; body: unknown; isTaken: boolean }> {
  const part = [node, ...(node.anyOf ?? [])];
  for (const option of part) {
    for (const [limit, isTaken] of listLimits(option))
      if (typeof limit === typeof value || value === null)
        yield { path, body: put(limit), isTaken };
    if (option.properties && typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [key, inner] of Object.entries(option.properties))
        if (key in value)
          yield* vary(
            inner,
            (value as Record<string, unknown>)[key],
            (change) => put({ ...value, [key]: change }),
            path ? `${path}.${key}` : key,
          );
    if (option.items && Array.isArray(value) && value.length > 0)
      yield* vary(
        option.items,
        value[0],
        (change) => put([change, ...value.slice(1)]),
        `${path}.0`,
      );
  }
}

test('a value at a limit never fails, and one beyond it is refused at its field, in words', async () => {
  const world = await openAccessWorld();
  const wrong: unknown[] = [];
  let tried = 0;
  for (const name of peoples) {
    const endpoint = endpoints.get(name) as Endpoint;
    const input = table[name]?.input(world.own, { isFull: true });
    if (!endpoint.body || Buffer.isBuffer(input?.body)) continue;
    const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as Node;
    for (const { path, body, isTaken } of vary(schema, input?.body, (value) => value)) {
      tried += 1;
      await world.at.database.system`delete from limits`;
      // Some fields are for superusers.
      const token = await world.at.sessions.start(world.people.Superuser, null);
      const { status, error } = await world.at.call(endpoint, { ...input, body }, { token });
      const messages = Object.values(error?.fields ?? {});
      const isRefused =
        status === 400 && messages.length > 0 && !messages.includes('Invalid input');
      if (isTaken ? [401, 403, 500].includes(status) : !isRefused)
        wrong.push({ name, path, status });
      if (status < 400) await restore(world);
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(700);
});

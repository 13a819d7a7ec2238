import { expect, test } from 'vitest';
import { listFields } from '../../testing/call-fields.ts';

/** The names of times: as numbers, and as numbers in a query string. */
const isTimeName =
  /(_at|_date_from|_date_to|_until|timestamp)$|^(at|start|end|until|since|offset)$/;

/** The last time of JavaScript, one after it, and one that PostgreSQL can't keep. */
const farTimes = [8_640_000_000_000_000, 9_000_000_000_000_000, 300_000_000_000_000];

test('no time that a call names may be one that a calendar or the database can’t work with', async () => {
  const numbers = (await listFields('number')).filter(({ name }) => isTimeName.test(name));
  const texts = (await listFields('string')).filter(({ name }) => isTimeName.test(name));
  const names = [...numbers, ...texts].map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['starts_at', 'ends_at', 'paid_at', 'start_date_to', 'offset']),
  );
  const taken = [
    ...numbers.filter(({ schema }) => farTimes.some((at) => schema.safeParse(at).success)),
    ...texts.filter(({ schema }) =>
      [
        ...farTimes.map(String),
        '99999999999',
        '+275760-09-13T00:00:00Z',
        '9999-12-31T00:00:00Z',
      ].some((at) => schema.safeParse(at).success),
    ),
  ];
  expect(taken.map(({ endpoint, name }) => `${endpoint} ${name}`)).toEqual([]);
});

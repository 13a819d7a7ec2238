import { createApiKey, listApiKeys, revokeApiKey } from '@lotkeeper/contract/intake/api-keys';
import { ingestReviews } from '@lotkeeper/contract/intake/ingest';
import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { testProperty } from '../../../testing/test-property.ts';

const { at, sql, spot, token } = await testProperty({ now: '2026-06-15T19:00:00Z' });
const params = { id: String(spot.organization) };

const create = (name: string) =>
  at.call(createApiKey, { params, body: { name, grants: ['reviews'] } }, { token });

const review = (external_id: string) => ({
  source: 'booking-site',
  external_id,
  spot: spot.pk,
  rating: 4,
  created_at: '2026-06-15T12:00:00Z',
});

const send = (key: string, ...ids: string[]) =>
  at.call(ingestReviews, { body: { items: ids.map(review) } }, { token: key });

test('a new key is shown once and is nowhere in the database', async () => {
  const { body } = await create('Booking site');
  expect(body.key).toMatch(/^lk_[\w-]{43}$/);
  expect(body.api_key).toMatchObject({ hint: body.key.slice(-4), last_used_at: null });
  const list = await at.call(listApiKeys, { params }, { token });
  expect(list.response.body).not.toContain(body.key);
  const kept = await sql<{ row: string }[]>`
      select row_to_json(k)::text as row from api_keys k
      union all select row_to_json(a)::text from audit_entries a`;
  expect(kept.length).toBeGreaterThan(1);
  expect(kept.filter(({ row }) => row.includes(body.key.slice(3)))).toEqual([]);
});

test('a new key needs a name and one or more grants, each once', async () => {
  const wrong = { name: ' ', grants: ['reviews' as const, 'reviews' as const] };
  const { error } = await at.call(createApiKey, { params, body: wrong }, { token });
  expect(error.fields).toEqual({
    name: 'Please enter a name',
    grants: 'Choose each one once',
  });
  const none = await at.call(createApiKey, { params, body: { name: 'x', grants: [] } }, { token });
  expect(none.error.fields).toEqual({ grants: 'Choose at least one' });
});

test('the last use of a key is shown, and is written no more than once per minute', async () => {
  const { body } = await create('Gate');
  const lastUse = async () => {
    const list = await at.call(listApiKeys, { params }, { token });
    return list.body.find((key) => key.pk === body.api_key.pk)?.last_used_at;
  };
  await send(body.key, 'g-1');
  await eventually(async () => (await lastUse()) === at.clock());
  const first = at.clock();
  at.clock.forward(59_000);
  await send(body.key, 'g-2');
  at.clock.forward(1000);
  expect(await lastUse()).toBe(first);
  await send(body.key, 'g-3');
  await eventually(async () => (await lastUse()) === first + 60_000);
});

test('a revoked key is refused at once, even just after a use, and revoking it again changes nothing', async () => {
  const { body } = await create('Old gate');
  expect((await send(body.key, 'o-1')).status).toBe(200);
  const key = String(body.api_key.pk);
  const ended = await at.call(revokeApiKey, { params: { ...params, key } }, { token });
  expect(ended.body.revoked_at).toBe(at.clock());
  await eventually(async () => (await send(body.key, 'o-2')).status === 401);
  at.clock.forward(1000);
  const again = await at.call(revokeApiKey, { params: { ...params, key } }, { token });
  expect(again.body.revoked_at).toBe(ended.body.revoked_at);
  const audit = await sql`
      select act from audit_entries where subject_type = 'API key' and subject_pk = ${key} order by pk`;
  expect(audit.map(({ act }) => act)).toEqual(['create', 'revoke']);
});

test('a revoked key is listed after the active ones', async () => {
  await create('Newest');
  const { body } = await at.call(listApiKeys, { params }, { token });
  const ended = body.map((key) => key.revoked_at !== null);
  expect(ended).toContain(true);
  expect(ended).toEqual(ended.toSorted((a, b) => Number(a) - Number(b)));
  expect(body[0]?.name).toBe('Newest');
});

let key: string;
beforeAll(async () => {
  key = (await create('Batches')).body.key;
});

test('a batch stores the valid items and reports an error for each invalid one', async () => {
  const items = [
    review('b-1'),
    { ...review('b-2'), rating: '5' },
    { ...review('b-3'), stars: 5 },
    null,
    { ...review('b-5'), spot: 999_999 },
    review('b-6'),
  ];
  const { body } = await at.call(
    ingestReviews,
    { body: { items: items as never } },
    { token: key },
  );
  expect(body).toMatchObject({ recorded: 2, changed: 0, unchanged: 0, refused: 4 });
  expect(body.results.map(({ external_id, outcome }) => [external_id, outcome])).toEqual([
    ['b-1', 'recorded'],
    ['b-2', 'refused'],
    ['b-3', 'refused'],
    [null, 'refused'],
    ['b-5', 'refused'],
    ['b-6', 'recorded'],
  ]);
  expect(body.results[1]?.fields).toEqual({ rating: 'Must be 1 to 5.' });
  expect(body.results[2]?.fields).toEqual({ stars: 'Unknown field.' });
  expect(body.results[4]?.detail).toBe('There is no such property.');
});

test('a batch notifies the browsers once per property, and not at all when nothing is new', async () => {
  at.told.length = 0;
  await send(key, 't-1', 't-2');
  expect(at.told).toEqual([['server:newRecords', spot.pk]]);
  expect((await send(key, 't-1', 't-2')).body).toMatchObject({ recorded: 0, unchanged: 2 });
  expect(at.told).toHaveLength(1);
});

test('a batch with no items or more than 1,000 is refused', async () => {
  const sizes = await Promise.all([0, 1001].map((n) => send(key, ...Array<string>(n).fill('x'))));
  expect(sizes.map(({ error }) => error.fields)).toEqual([
    { items: 'Send at least one item.' },
    { items: 'Send at most 1000 items at once.' },
  ]);
});

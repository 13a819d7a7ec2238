import { changeWebhook, createWebhook, listWebhooks } from '@lotkeeper/contract/intake/webhooks';
import { expect, test } from 'vitest';
import { testProperty } from '../../../testing/test-property.ts';
import { makeTestDeliverer, makeWebhook } from '../../../testing/webhooks.factory.ts';

const { at, sql, organization, token } = await testProperty({ now: '2026-06-15T19:00:00Z' });
const params = { id: String(organization.pk) };
const settings = { types: ['rental.created' as const], spots: null };

test('a private address is refused when a webhook is saved, with the reason at the field, and nothing is stored', async () => {
  const message = 'Its host has a private or reserved address, which isn’t allowed.';
  for (const host of ['127.0.0.1', '10.1.2.3', '2130706433', '[::127.0.0.1]', '[fd00::1]']) {
    const body = { ...settings, url: `https://${host}/hooks` };
    const { status, error } = await at.call(createWebhook, { params, body }, { token });
    expect([host, status, error.fields]).toEqual([host, 400, { url: message }]);
  }
  expect((await at.call(listWebhooks, { params }, { token })).body).toEqual([]);
  const pk = await makeWebhook(sql, organization);
  const input = {
    params: { ...params, webhook: String(pk) },
    body: { ...settings, url: 'https://192.168.0.7/hooks' },
  };
  expect((await at.call(changeWebhook, input, { token })).error.fields).toEqual({ url: message });
});

test('a name that leads to a private address can be saved, and nothing is sent to it', async () => {
  const body = { ...settings, url: 'https://localhost:9/hooks' };
  const { status, body: added } = await at.call(createWebhook, { params, body }, { token });
  expect(status).toBe(200);
  await sql`
    insert into webhook_deliveries
      (organization_id, id, endpoint_pk, type, subject, subject_pk, record_pk, recorded_at, payload)
    values (${organization.pk}, gen_random_uuid(), ${added.webhook.pk}, 'webhook.test', 'test', 1, 0,
      '2026-06-15T18:00:00Z', '{}')`;
  await makeTestDeliverer(at, { outside: { allowPrivate: false } })();
  const [row] = await sql<{ answer: string }[]>`select answer from webhook_deliveries`;
  expect(row?.answer).toBe('Its host has a private or reserved address, which isn’t allowed.');
});

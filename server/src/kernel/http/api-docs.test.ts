import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });

interface Field {
  type?: string;
  format?: string;
  required?: string[];
  properties?: Record<string, Field>;
  items?: Field;
  anyOf?: Field[];
}
interface Call {
  description?: string;
  security?: object[];
  requestBody: { content: { 'application/json': { schema: Field } } };
}
interface Docs {
  paths: Record<string, Record<string, Call>>;
  components: { securitySchemes: Record<string, { description: string }> };
}

const read = async () => (await at.app.inject({ url: '/api/docs/json' })).json<Docs>();
const itemOf = (call: Call | undefined) =>
  call?.requestBody.content['application/json'].schema.properties?.items?.items;

test('the API page describes each kind of item as it is sent', async () => {
  const { paths } = await read();
  const sending = Object.entries(paths).filter(([path]) =>
    /^\/api\/ingest\/(?!cameras|spots|promo_codes)/.test(path),
  );
  expect(sending.map(([path]) => path.split('/')[3] ?? '').toSorted()).toEqual(
    'images notes payments reads refunds rentals rentals reviews valet visits'.split(' '),
  );
  for (const [path, methods] of sending) {
    for (const call of Object.values(methods)) {
      expect(itemOf(call)?.required, path).toContain('external_id');
      expect(call.security, path).toEqual([{ key: [] }]);
    }
  }
  const rental = itemOf(paths['/api/ingest/rentals/']?.post);
  expect(rental?.properties?.start_date).toMatchObject({ type: 'string', format: 'date-time' });
  expect(rental?.required).not.toContain('paid');
  const [charge] = [rental?.properties?.charges?.items];
  expect(charge?.properties?.amount?.type).toBe('integer');
  expect(Object.keys(itemOf(paths['/api/ingest/rentals/']?.patch)?.properties ?? {})).toContain(
    'changed_at',
  );
});

test('the API page explains API keys and marks the calls that need no sign-in', async () => {
  const { paths, components } = await read();
  expect(components.securitySchemes.key?.description).toContain('Token {key}');
  expect(paths['/api/otp/']?.post?.security).toEqual([]);
  expect(paths['/api/sessions/']?.get?.security).toBe(undefined);
});

test('the API page says where a camera’s key goes and prescribes no request body for it', async () => {
  const { paths } = await read();
  const door = paths['/api/ingest/cameras/{format}/{key}']?.post;
  expect([door?.security, door?.requestBody]).toEqual([[], undefined]);
  expect(door?.description).toContain('multipart');
  expect(paths['/api/v1/webhook-receiver/']?.post?.security).toEqual([{ camera: [] }]);
});

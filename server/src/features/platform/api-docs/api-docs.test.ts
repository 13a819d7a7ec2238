import { expect, test } from 'vitest';
import { testApp } from '../../../testing/test-app.ts';
import type { JsonSchema } from './json-schema.ts';
import type { ApiDocument } from './openapi.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });

const read = async () => (await at.app.inject({ url: '/api/docs/json' })).json<ApiDocument>();

test('the API page describes each kind of item as it is sent', async () => {
  const { paths, components } = await read();
  const sending = Object.entries(paths).filter(([path]) =>
    /^\/api\/ingest\/(?!cameras|spots|promo_codes|plate_checks)/.test(path),
  );
  expect(sending.map(([path]) => path.split('/')[3] ?? '').toSorted()).toEqual(
    'images notes payments reads refunds rentals rentals reviews valet visits'.split(' '),
  );
  for (const [path, methods] of sending) {
    for (const { requestBody, security } of Object.values(methods)) {
      const { items } = requestBody?.content['application/json']?.schema.properties ?? {};
      const { $ref = '' } = (items?.items ?? {}) as JsonSchema;
      expect(components.schemas[$ref.split('/').at(-1) ?? '']?.required, path).toContain(
        'external_id',
      );
      expect(security, path).toEqual([{ key: [] }]);
    }
  }
  const { RentalItem: rental, RentalChangeItem: change } = components.schemas;
  expect(rental?.properties?.start_date).toMatchObject({ type: 'string', format: 'date-time' });
  expect(rental?.required).not.toContain('paid');
  const charge = rental?.properties?.charges?.items as JsonSchema;
  expect(charge.properties?.amount?.type).toBe('integer');
  expect(Object.keys(change?.properties ?? {})).toContain('changed_at');
});

test('the API page explains API keys and marks the calls that need no sign-in', async () => {
  const { paths, components } = await read();
  expect(components.securitySchemes.key?.description).toContain('Token {key}');
  expect(paths['/api/otp/']?.post?.security).toEqual([]);
  expect(paths['/api/sessions/']?.get?.security).toEqual([{ token: [] }]);
});

test('the API page explains where a camera’s key is sent, and that its body may be of any type', async () => {
  const { paths } = await read();
  const camera = paths['/api/ingest/cameras/{format}/{key}']?.post;
  expect(camera?.security).toEqual([]);
  expect(Object.keys(camera?.requestBody?.content ?? {})).toContain('multipart/form-data');
  expect(paths['/api/v1/webhook-receiver/']?.post?.security).toEqual([{ camera: [] }]);
});

test('the reference is one page with every call in its text, ingest first, under the pages’ own policy', async () => {
  const { body, headers } = await at.app.inject({ url: '/api/docs' });
  const { paths } = await read();
  expect(headers['content-security-policy']).toContain("style-src 'self'");
  expect(body).not.toMatch(/ style=| on\w+=|<style|<script>|https?:/);
  const positions = Object.keys(paths).map((path) => body.indexOf(`<code>${path}</code>`));
  expect(positions).not.toContain(-1);
  expect(Math.min(...positions)).toBe(body.indexOf('<code>/api/ingest/rentals/</code>'));
});

test('the reference shows each message of webhooks with its headers, the fields of its payload and what its receiver answers', async () => {
  const { webhooks } = await read();
  const { body } = await at.app.inject({ url: '/api/docs' });
  expect(body).toContain('<h2 id="webhook-messages">Messages of webhooks</h2>');
  expect(body).toContain('<a href="#webhook-messages">Messages of webhooks</a>');
  for (const [type, { post }] of Object.entries(webhooks)) {
    const [, article = ''] = body.split(`<article id="message-${type}">`);
    const [text = ''] = article.split('</article>');
    expect(text).toContain(`<code>${type}</code>`);
    expect(text).toContain(post.summary);
    expect(text).toContain('webhook-signature');
    expect(text).toContain('<code>data</code>');
    expect(text).toContain('Answer 410');
  }
  const [, payment = ''] = body.split('<article id="message-payment.recorded">');
  expect(payment.split('</article>')[0]).toContain('<code>data.processing_fee</code>');
});

test('every link of the reference leads to a part of it', async () => {
  const { body } = await at.app.inject({ url: '/api/docs' });
  const ids = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...body.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
});

test.each(['css', 'js'])('the reference’s %s file is served by us', async (extension) => {
  const { statusCode, body } = await at.app.inject({ url: `/api/docs/reference.${extension}` });
  expect([statusCode, body.length > 500]).toEqual([200, true]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BatchAnswer } from '@lotkeeper/contract/kernel/batch';
import { expect, test } from 'vitest';
import { makeOutside } from '../../testing/ingest.factory.ts';
import { testApp } from '../../testing/test-app.ts';

const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8');

test('the example in the README works as it stands there, and again', async () => {
  const at = await testApp({ now: '2026-06-15T19:00:00Z' });
  const { key, spot } = await makeOutside(at);
  const example = /^curl [\s\S]*?(?=\n```)/m.exec(readme)?.[0] ?? '';
  expect(example.split('\n').length).toBeLessThanOrEqual(10);
  const [, path = ''] = /https?:\/\/[^/\s]+(\S+)/.exec(example) ?? [];
  const headers = Object.fromEntries(
    [...example.matchAll(/-H "([^:"]+): ([^"]+)"/g)].map(([, name, value]) => [name, value]),
  );
  const [, payload = ''] = /-d '([\s\S]+)'/.exec(example) ?? [];
  const send = () =>
    at.app.inject({
      method: 'POST',
      url: path,
      headers: { ...headers, Authorization: headers.Authorization?.replace('$KEY', key) },
      payload: payload.replace('"spot": 1,', `"spot": ${spot.pk},`),
    });
  const first = (await send()).json<BatchAnswer>();
  expect(first).toMatchObject({ recorded: 1, refused: 0 });
  expect((await send()).json<BatchAnswer>()).toMatchObject({ unchanged: 1, recorded: 0 });
});

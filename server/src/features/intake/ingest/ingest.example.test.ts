import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BatchAnswer } from '@lotkeeper/contract/kernel/batch';
import { expect, test } from 'vitest';
import { makeOutside } from '../../../testing/ingest.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/ingest.md'), 'utf8');

/** The calls of docs/ingest.md, each with the answer printed under it. */
const examples = [...page.matchAll(/^```\n(curl [\s\S]*?)\n```\n\n```json\n([\s\S]*?)\n```/gm)].map(
  ([, call = '', answer = '']) => ({
    path: /https?:\/\/[^/\s]+(\S+)/.exec(call)?.[1] ?? '',
    headers: Object.fromEntries(
      [...call.matchAll(/-H "([^:"]+): ([^"]+)"/g)].map(([, name, value]) => [name, value]),
    ),
    payload: /-d '([\s\S]+)'/.exec(call)?.[1] ?? '',
    answer: JSON.parse(answer) as BatchAnswer,
  }),
);

const withoutPk = (result: object) => ({ ...result, pk: undefined });

test('the calls in docs/ingest.md return the answers printed under them, and "unchanged" the second time', async () => {
  const app = await testApp({ now: '2026-06-15T20:00:00Z' });
  const { key, spot } = await makeOutside(app);
  expect(examples).toHaveLength(5);
  for (const { path, headers, payload, answer } of examples) {
    const send = async () => {
      const response = await app.app.inject({
        method: 'POST',
        url: path,
        headers: { ...headers, Authorization: headers.Authorization?.replace('$KEY', key) },
        payload: payload.replace('"spot": 1,', `"spot": ${spot.pk},`),
      });
      const { results, ...counts } = response.json<BatchAnswer>();
      return { results: results.map(withoutPk), ...counts };
    };
    expect(await send()).toEqual({ ...answer, results: answer.results.map(withoutPk) });
    expect(await send()).toMatchObject({ unchanged: 1, recorded: 0 });
  }
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import { runAsCall } from './deadline.ts';
import { runInProcess } from './run-in-process.ts';

const folder = await mkdtemp(join(tmpdir(), 'lotkeeper-programs-'));
atEnd(() => rm(folder, { recursive: true }));

async function writeProgram(name: string, text: string): Promise<URL> {
  const path = join(folder, `${name}.mjs`);
  await writeFile(path, text);
  return pathToFileURL(path);
}

const limits = { maxMs: 120_000, maxHeapMegabytes: 64 };
const endless = await writeProgram('endless', "process.once('message', () => { for (;;); });");
const greedy = await writeProgram(
  'greedy',
  "process.once('message', () => { const kept = []; for (;;) kept.push(Array(1000).fill(kept.length)); });",
);
const answering = await writeProgram(
  'answering',
  "process.once('message', (request) => process.send({ request, env: Object.keys(process.env) }));",
);
const silent = await writeProgram('silent', '');

test('a program gets its request and none of the server’s settings, and its answer is returned', async () => {
  const request = { bytes: new Uint8Array([1, 2, 3]) };
  const answer = await runInProcess<{ request: object; env: string[] }>(answering, request, limits);
  expect(answer.request).toEqual(request);
  expect(answer.env).not.toContain('PATH');
});

test.each([
  ['takes too long', endless, { ...limits, maxMs: 1 }, 'time'],
  ['takes too much memory', greedy, limits, 'memory'],
  ['ends without an answer', silent, limits, 'end'],
])('a program that %s has a problem as its answer', async (_, url, bounds, cause) => {
  await expect(runInProcess(url, {}, bounds)).rejects.toMatchObject({ cause });
});

test('a program ends as soon as its call was answered without it', async () => {
  const call = new AbortController();
  const running = runAsCall(call.signal, () => runInProcess(endless, {}, limits));
  call.abort(new Error('answered'));
  await expect(running).rejects.toThrow('answered');
});

test('no program starts for a call that was answered while it waited for its turn', async () => {
  const starting = runAsCall(AbortSignal.abort(new Error('answered')), () =>
    runInProcess(answering, {}, limits),
  );
  await expect(starting).rejects.toThrow('answered');
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock, toDate } from '../../../kernel/clock.ts';

const examples = join(import.meta.dirname, '../../../../../docs/examples');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const payload = JSON.stringify({
  version: 1,
  type: 'rental.created',
  data: { pk: 1, plate: 'Ü1' },
});

const programs: [name: string, program: string][] = [
  ['receiver.ts', process.execPath],
  ...(hasPython ? [['receiver.py', 'python3'] satisfies [string, string]] : []),
];

describe.each(programs)('%s', (name, program) => {
  test('keeps what is signed, once, also after a restart, and refuses everything else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lotkeeper-receiver-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'received.jsonl');
    const start = async () => {
      const child = spawn(program, [join(examples, name), file, '0'], {
        env: { PATH: process.env.PATH, LOTKEEPER_SECRET: secret },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const post = async (
        id: string,
        options: { key?: string; age?: number; body?: string } = {},
      ) => {
        const { key = secret, age = 0, body = payload } = options;
        const now = systemClock() - age * 1000;
        const signature = new Webhook(key).sign(id, toDate(now as never), payload);
        const { status } = await fetch(`http://127.0.0.1:${/\d+/.exec(String(line))?.[0]}/`, {
          method: 'POST',
          headers: {
            'webhook-id': id,
            'webhook-timestamp': String(Math.floor(now / 1000)),
            'webhook-signature': `v1,AAAA ${signature}`,
          },
          body,
        });
        return status;
      };
      return { child, post };
    };
    const { child, post } = await start();
    expect(await post('m-1')).toBe(204);
    expect(await post('m-1')).toBe(204);
    expect(await post('m-2', { key: 'whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })).toBe(401);
    expect(await post('m-3', { age: 400 })).toBe(401);
    expect(await post('m-4', { body: '{}' })).toBe(401);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const again = await start();
    expect(await again.post('m-1')).toBe(204);
    expect(await again.post('m-5')).toBe(204);
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(
      ['m-1', 'm-5'].map((id) => ({ id, payload: JSON.parse(payload) as object })),
    );
  });
});

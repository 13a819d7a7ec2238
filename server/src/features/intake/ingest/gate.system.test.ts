import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeOutside } from '../../../testing/ingest.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const examples = join(import.meta.dirname, '../../../../../docs/examples');
const hasPython = spawnSync('python3', ['--version']).status === 0;

const at = await testApp({ now: '2026-06-15T20:00:00Z' });
const { key, spot } = await makeOutside(at);
const address = await at.app.listen({ port: 0, host: '127.0.0.1' });

/** A network in front of Lotkeeper that fails as each of `faults` says before it works. */
async function startNetwork(faults: ('busy' | 'cut' | 'lost')[]): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fault = faults.shift();
    if (fault === 'cut') return void response.destroy();
    if (fault === 'busy') return void response.writeHead(503, { 'retry-after': '1' }).end('busy');
    const headers = { authorization: request.headers.authorization ?? '' };
    const answer = await fetch(`${address}${request.url}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: Buffer.concat(chunks),
    });
    // It was recorded, and the answer never comes.
    if (fault === 'lost') return void response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    return void response.end(await answer.text());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const event = (id: string, more: object = {}) =>
  `${JSON.stringify({ id, at: '2026-06-15T09:28:40-07:00', lane: 'in-1', direction: 'Entrance', plate: 'ABC 123', ...more })}\n`;

const programs: [name: string, program: string][] = [
  ['gate.ts', process.execPath],
  ...(hasPython ? [['gate.py', 'python3'] satisfies [string, string]] : []),
];

describe.each(programs)('%s', (name, program) => {
  test('sends each event once although calls fail, names what is refused, and continues where it was', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lotkeeper-gate-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'events.jsonl');
    const run = async (url: string, token = key) => {
      const env = { LOTKEEPER_URL: url, LOTKEEPER_KEY: token, LOTKEEPER_SPOT: String(spot.pk) };
      const options = { env: { PATH: process.env.PATH, ...env } };
      return promisify(execFile)(program, [join(examples, name), file, '--once'], options);
    };
    const listReads = async () => {
      const rows = await at.database.system<{ external_id: string }[]>`
        select external_id from plate_reads where spot_pk = ${spot.pk} and external_id like ${`${name}%`}
        order by 1`;
      return rows.map(({ external_id }) => external_id);
    };
    const [one, two, three] = ['1', '2', '3'].map((number) => `${name} ${number}`);
    const refused = event(`${name} x`, { direction: 'Sideways' });
    await writeFile(
      file,
      `${event(`${name} 1`)}not JSON\n${event(`${name} 2`)}${refused}{"id": "ha`,
    );
    const { stderr } = await run(await startNetwork(['cut', 'busy', 'lost']));
    expect(stderr).toContain('not an event: not JSON');
    expect(stderr).toMatch(new RegExp(`refused: ${name} x .+`));
    expect(await listReads()).toEqual([one, two]);
    // The line that isn't at its end waits.
    expect(await readFile(`${file}.sent`, 'utf8')).toBe('4');
    await writeFile(file, `lf"}\n${event(`${name} 3`)}`, { flag: 'a' });
    await expect(run(address, 'wrong key')).rejects.toThrow(/401/);
    expect((await run(address)).stderr).toMatch(/(refused|not an event): .*half/);
    expect(await listReads()).toEqual([one, two, three]);
  });
});

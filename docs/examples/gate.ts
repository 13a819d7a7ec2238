/*
 * Sends what a gate sees to Lotkeeper, in order and at least once, whatever the network does.
 *
 *   LOTKEEPER_URL=https://lots.example LOTKEEPER_KEY=… LOTKEEPER_SPOT=1 node gate.ts events.jsonl [--once]
 *
 * Each line of the file is one event, which the gate appends:
 *   {"id": "e-1", "at": "2026-06-15T09:28:40-07:00", "lane": "in-1", "direction": "Entrance", "plate": "ABC 123"}
 * How far it was sent is kept in events.jsonl.sent, so it resumes there after a restart.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const [file = 'events.jsonl', once] = process.argv.slice(2);
const { LOTKEEPER_URL: url, LOTKEEPER_KEY: key, LOTKEEPER_SPOT: spot } = process.env;
const sentFile = `${file}.sent`;
const perCall = 500;

/** Sends items until Lotkeeper has answered each of them: the same item twice changes nothing. */
async function send(items: object[]): Promise<void> {
  for (let pause = 1; ; pause = Math.min(pause * 2, 60)) {
    const response = await fetch(`${url}/api/ingest/reads/`, {
      method: 'POST',
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
      signal: AbortSignal.timeout(30_000),
    }).catch((error: unknown) => console.error('not reached:', (error as Error).message));
    const answer = (await response?.json().catch(() => null)) as {
      results?: { external_id: string; outcome: string; detail?: string }[];
      detail?: string;
    } | null;
    if (response?.ok && answer?.results) {
      for (const { external_id, outcome, detail } of answer.results)
        if (outcome === 'refused') console.error('refused:', external_id, detail);
      return;
    }
    if (response) console.error('answered', response.status, answer?.detail ?? '');
    // Too many calls or a fault of the server passes; a wrong key or body doesn't by itself.
    const mayPass = !response || response.ok || response.status === 429 || response.status >= 500;
    if (!mayPass) throw new Error(`Lotkeeper refused the call: ${answer?.detail}`);
    await wait((Number(response?.headers.get('retry-after')) || pause) * 1000);
  }
}

/** An event as Lotkeeper takes it; none for a line that isn't one. */
function toItem(line: string): object[] {
  try {
    const { id, at, lane, direction, plate } = JSON.parse(line);
    const read = { external_id: id, camera: lane, direction, plate, captured_at: at };
    return [{ source: 'gate', spot: Number(spot), ...read }];
  } catch {
    console.error('not an event:', line);
    return [];
  }
}

for (let sentLines = existsSync(sentFile) ? Number(readFileSync(sentFile, 'utf8')) : 0; ; ) {
  // The last line may not be written to its end yet.
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  const next = lines.slice(sentLines, sentLines + perCall);
  if (next.length === 0 && once) break;
  if (next.length === 0) await wait(1000);
  else {
    const items = next.flatMap(toItem);
    if (items.length > 0) await send(items);
    sentLines += next.length;
    writeFileSync(`${sentFile}.new`, String(sentLines));
    renameSync(`${sentFile}.new`, sentFile);
  }
}

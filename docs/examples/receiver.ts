/*
 * Takes webhooks of Lotkeeper: verifies each, appends it to a file, and answers.
 *
 *   LOTKEEPER_SECRET=whsec_… node receiver.ts received.jsonl [port]
 *
 * Each line of the file is one message: {"id": "…", "payload": {"version": 1, "type": "rental.created", …}}
 * A message that arrives twice is written once. It listens on this machine only: put a proxy with HTTPS in front.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file = 'received.jsonl', port = '8080'] = process.argv.slice(2);
// Two secrets, separated by a space, while you replace one.
const secrets = (process.env.LOTKEEPER_SECRET ?? '').split(' ').map((secret) => {
  const match = /^whsec_(.+)$/.exec(secret);
  if (!match?.[1]) throw new Error('Set LOTKEEPER_SECRET to the secret of the webhook.');
  return Buffer.from(match[1], 'base64');
});
const maxAgeSeconds = 5 * 60;
const maxBytes = 1_000_000;

const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
const seen = new Set(lines.filter(Boolean).map((line) => (JSON.parse(line) as { id: string }).id));

/** Whether one of the signatures in the header is right, and the message isn't an old one that somebody repeats. */
function isFromLotkeeper(id: string, timestamp: string, signatures: string, body: Buffer): boolean {
  // oxlint-disable-next-line no-restricted-globals
  const age = Date.now() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= maxAgeSeconds)) return false;
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(signed).digest());
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',');
    const given = Buffer.from(value, 'base64');
    return (
      version === 'v1' &&
      expected.some((hash) => hash.length === given.length && timingSafeEqual(hash, given))
    );
  });
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    chunks.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > maxBytes) return void response.writeHead(413).end();
  }
  const body = Buffer.concat(chunks);
  const read = (name: string) => String(request.headers[`webhook-${name}`] ?? '');
  const id = read('id');
  if (!isFromLotkeeper(id, read('timestamp'), read('signature'), body))
    return void response.writeHead(401).end();
  if (!seen.has(id)) {
    appendFileSync(file, `${JSON.stringify({ id, payload: JSON.parse(body.toString()) })}\n`);
    seen.add(id);
  }
  // Only what is kept is acknowledged. Do slow work later, from the file: Lotkeeper waits ten seconds.
  return void response.writeHead(204).end();
});
server.listen(Number(port), '127.0.0.1', () =>
  console.log(`Listening on port ${(server.address() as { port: number }).port}`),
);

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './at-end.ts';

/** What happens to a request on its way to an object store. */
export type Damage = 'none' | 'cut' | 'reset' | 'silent' | `${number} ${string}`;

const writeError = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);

/** Passes half of an answer on, and then closes the connection. */
async function cut(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  response.writeHead(answer.statusCode ?? 500, answer.headers);
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

function forward(target: URL, incoming: IncomingMessage, response: ServerResponse, damage: Damage) {
  const { method, headers, url: path } = incoming;
  const outgoing = request({ host: target.hostname, port: target.port, method, headers, path });
  outgoing.on('error', () => response.destroy());
  outgoing.on('response', (answer) => {
    if (damage === 'cut') void cut(answer, response);
    else answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
  });
  incoming.pipe(outgoing);
}

/** A proxy before an object store that damages requests as asked, and counts them by method. */
export async function openDamagingProxy(
  origin: string,
  choose: (request: IncomingMessage) => Damage,
): Promise<{ origin: string; counts: Record<string, number> }> {
  const target = new URL(origin);
  const counts: Record<string, number> = {};
  const server = createServer((incoming, response) => {
    const { method = '' } = incoming;
    counts[method] = (counts[method] ?? 0) + 1;
    const damage = choose(incoming);
    const [, status, code] = /^(\d+) (\w+)$/.exec(damage) ?? [];
    if (damage === 'silent') return;
    if (damage === 'reset') incoming.socket.resetAndDestroy();
    else if (status && code) writeError(response, Number(status), code);
    else forward(target, incoming, response, damage);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, counts };
}

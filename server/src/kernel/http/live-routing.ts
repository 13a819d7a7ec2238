import { randomBytes } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Agent, createServer, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';
import { livePath } from '@lotkeeper/contract/kernel/live';
import type { Server } from 'socket.io';

/** This process among those that share a port, and the folder with their sockets. */
export interface LiveRoute {
  worker: number;
  folder: string;
  /** How long another worker may be silent, in milliseconds; one minute by default. */
  silenceMs?: number;
}

/** The parts of the engine under socket.io that decide who answers a request. */
interface Engine {
  generateId: () => string;
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** A poll without news is answered after 25 seconds, so a worker that is silent for this long hangs. */
const maxSilenceMs = 60_000;

const toSocketPath = (folder: string, worker: string) =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\${basename(folder)}-${worker}`
    : join(folder, `${worker}.sock`);

/** The worker named in a connection's id; undefined for a new connection or an unknown id. */
function findOwner(request: IncomingMessage): string | undefined {
  const query = request.url?.split('?', 2)[1];
  return /^([1-9]\d{0,8})-/.exec(new URLSearchParams(query).get('sid') ?? '')?.[1];
}

/** Hop-by-hop headers: the next connection has its own. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);
const dropConnectionHeaders = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.has(name)));

/** The engine's answer to an unknown id; it makes the browser reconnect. */
const unknownId = JSON.stringify({ code: 1, message: 'Session ID unknown' });

/** The request headers that the engine reads. Any other might be one that Node refuses to send. */
const engineHeaders = new Set(['accept-encoding', 'content-length', 'content-type', 'user-agent']);

function forwardRequest(
  to: { path: string; agent: Agent; silenceMs: number },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method, url, headers } = request;
  const query = new URLSearchParams(url?.split('?', 2)[1]);
  const passedHeaders = Object.entries(headers).filter(([name]) => engineHeaders.has(name));
  const forwarded = sendRequest({
    socketPath: to.path,
    agent: to.agent,
    method,
    path: `${livePath}?${query.toString()}`,
    headers: Object.fromEntries(passedHeaders),
  });
  forwarded.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, dropConnectionHeaders(answer.headers));
    pipeline(answer, response, () => undefined);
  });
  forwarded.setTimeout(to.silenceMs, () => forwarded.destroy());
  forwarded.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(400, { 'content-type': 'application/json' }).end(unknownId);
  });
  response.once('close', () => forwarded.destroy());
  pipeline(request, forwarded, () => undefined);
}

function forwardUpgrade(path: string, request: IncomingMessage, socket: Duplex, head: Buffer) {
  const upstream = connect(path);
  const { rawHeaders } = request;
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  );
  upstream.write(
    `${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
    'latin1',
  );
  upstream.write(head);
  pipeline(socket, upstream, socket, () => {
    upstream.destroy();
    socket.destroy();
  });
}

/**
 * Lets processes on one port serve live connections that span several requests: an id names the
 * process with the connection, and any other process forwards requests to it. Returns a function
 * that stops it.
 */
export function routeLive(io: Server, route: LiveRoute): () => void {
  const engine = io.engine as unknown as Engine;
  const own = String(route.worker);
  // Without keep-alive, a connection could break off before its answer is read.
  const { silenceMs = maxSilenceMs } = route;
  const agent = new Agent({ keepAlive: true, timeout: silenceMs });
  const answer = engine.handleRequest.bind(engine);
  const upgrade = engine.handleUpgrade.bind(engine);
  const findOther = (request: IncomingMessage) => {
    const owner = findOwner(request);
    return owner === undefined || owner === own ? undefined : toSocketPath(route.folder, owner);
  };
  engine.generateId = () => `${own}-${randomBytes(15).toString('base64url')}`;
  engine.handleRequest = (request, response) => {
    const other = findOther(request);
    if (other) forwardRequest({ path: other, agent, silenceMs }, request, response);
    else answer(request, response);
  };
  engine.handleUpgrade = (request, socket, head) => {
    const other = findOther(request);
    if (other) forwardUpgrade(other, request, socket, head);
    else upgrade(request, socket, head);
  };
  // Requests here were forwarded once and aren't forwarded again.
  const inbox = createServer({ keepAliveTimeout: 0 }, answer).on('upgrade', upgrade);
  inbox.listen({ path: toSocketPath(route.folder, own), exclusive: true });
  return () => {
    agent.destroy();
    inbox.close();
    inbox.closeAllConnections();
  };
}

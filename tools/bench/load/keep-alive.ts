import { connect } from 'node:net';

interface Answer {
  status: number;
  head: string;
  /** Milliseconds from the request to the end of the response. */
  ms: number;
}

interface Asking {
  port: number;
  /** The parts of the next request; null = no more requests on this connection. */
  getRequest: () => readonly Buffer[] | null;
  /** Returns how many milliseconds to wait before the next request. */
  onAnswer: (answer: Answer) => number;
  onClose: (isWaiting: boolean) => void;
}

const endOfHead = '\r\n\r\n';
const endOfChunks = '\r\n0\r\n\r\n';

/**
 * Sends requests on one connection, one after another. It parses only what it needs to find the end of a response,
 * since the load generator must use less of the machine than the server.
 */
export function keepAsking({ port, getRequest, onAnswer, onClose }: Asking): void {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  let isWaiting = false;
  let sentAt = 0;
  /** The response until its headers are complete; a chunked one is kept entirely. */
  let received: Buffer = Buffer.alloc(0);
  let bytes = 0;
  /** Bytes of the whole response, once its headers are known. */
  let length: number | null = null;

  const ask = () => {
    const request = socket.writable ? getRequest() : null;
    if (!request) return;
    isWaiting = true;
    received = Buffer.alloc(0);
    bytes = 0;
    length = null;
    sentAt = performance.now();
    for (const part of request) socket.write(part);
  };
  const finish = () => {
    isWaiting = false;
    const head = received.toString('latin1', 0, received.indexOf(endOfHead));
    const ms = performance.now() - sentAt;
    const pauseMs = onAnswer({ status: Number(head.slice(9, 12)), head, ms });
    if (pauseMs > 0) setTimeout(ask, pauseMs);
    else ask();
  };
  const receive = (chunk: Buffer) => {
    if (!isWaiting) return;
    bytes += chunk.length;
    if (length === null) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const headBytes = received.indexOf(endOfHead);
      if (headBytes < 0) return;
      const match = /content-length: (\d+)/i.exec(received.toString('latin1', 0, headBytes));
      if (match) length = headBytes + endOfHead.length + Number(match[1]);
      else if (received.includes(endOfChunks, headBytes)) length = bytes;
    }
    if (length !== null && bytes >= length) finish();
  };

  socket.on('connect', ask);
  socket.on('data', receive);
  socket.on('error', () => undefined);
  socket.on('close', () => onClose(isWaiting));
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An error-reporting service that stores the envelopes it receives. */
export interface ErrorService {
  dsn: string;
  origin: string;
  /** Each envelope as text: lines of JSON. */
  envelopes: string[];
  /** From now on, requests are accepted but never answered. */
  hang(): void;
  close(): Promise<void>;
}

export async function startErrorService(): Promise<ErrorService> {
  const envelopes: string[] = [];
  let isHanging = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      // The headers and the URL are also sent.
      const head = JSON.stringify({ url: request.url, headers: request.headers });
      envelopes.push(`${Buffer.concat(chunks).toString('utf8')}\n${head}`);
      if (isHanging) return;
      response.setHeader('access-control-allow-origin', '*').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://public@127.0.0.1:${port}/1`,
    origin: `http://127.0.0.1:${port}`,
    envelopes,
    hang: () => {
      isHanging = true;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

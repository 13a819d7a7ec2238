// Refuses every request immediately, as fast as Node can; prints its port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(429, { 'content-length': 2, 'retry-after': '1' }).end('{}');
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.stdout.write(String((server.address() as AddressInfo).port));
});

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Calls a server over keep-alive connections: a POST request if there is a JSON body, otherwise GET. */
export function makeCall(port: number, maxSockets: number) {
  const agent = new Agent({ keepAlive: true, maxSockets });
  return async (path: string, token: string, payload: Buffer | null) => {
    const outgoing = request({
      agent,
      port,
      host: '127.0.0.1',
      method: payload ? 'POST' : 'GET',
      path,
      headers: {
        authorization: `Token ${token}`,
        ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
      },
    });
    outgoing.end(payload ?? undefined);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const answer = await text(response);
    return { status: response.statusCode, retryAfter: response.headers['retry-after'], answer };
  };
}

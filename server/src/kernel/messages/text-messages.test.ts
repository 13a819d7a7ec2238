import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { FinalFailure } from '../data/jobs.ts';
import type { Message } from './messages.ts';
import { httpTextMessenger } from './text-messages.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface Asked {
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** A local provider that records requests and gives preset answers. */
async function provider(answer: (response: ServerResponse, times: number) => void) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    asked.push({ headers: request.headers, body: JSON.parse(body) });
    answer(response, asked.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`;
  return { asked, url };
}

const options = { token: 'the-token', from: '+16025550100' };
const message: Message = {
  medium: 'sms',
  to: '+16025550147',
  subject: '',
  text: '123456 is your code.',
  key: 'code-0123456789abcdef',
};

const failure = (work: Promise<void>): Promise<Error> =>
  work.then(
    () => new Error('It was sent.'),
    (error: Error) => error,
  );

const answering = (status: number, body: string, headers: Record<string, string> = {}) =>
  provider((response) => response.writeHead(status, headers).end(body));

test('a text message is posted with its fields and token, and with the same key on each attempt', async () => {
  const { asked, url } = await provider((response, times) =>
    times === 1
      ? response.writeHead(503).end('busy')
      : response.writeHead(201).end('{"sid":"SM1"}'),
  );
  const messenger = httpTextMessenger({ ...options, url });
  expect(await failure(messenger.send(message))).not.toBeInstanceOf(FinalFailure);
  await messenger.send(message);
  expect(asked).toHaveLength(2);
  for (const { headers, body } of asked) {
    expect(body).toEqual({ from: '+16025550100', to: '+16025550147', body: message.text });
    expect(headers).toMatchObject({
      authorization: 'Bearer the-token',
      'content-type': 'application/json',
      'idempotency-key': 'code-0123456789abcdef',
    });
  }
});

test.each(['{"id":"a"}', '{"id":17}', '{"sid":"SM1","status":"queued"}', '{"message_id":"m"}'])(
  'a text message is accepted when the answer is %s',
  async (body) => {
    const { url } = await answering(200, body);
    await expect(httpTextMessenger({ ...options, url }).send(message)).resolves.toBeUndefined();
  },
);

test.each([
  ['fails', 500, false],
  ['is overloaded', 503, false],
  ['asks to slow down', 429, false],
  ['does not take the number', 400, true],
  ['does not know the token', 401, true],
  ['sends us elsewhere', 302, true],
])('when a provider %s (%i), the job ends for good: %s', async (_, status, forGood) => {
  const { url, asked } = await answering(status, '+16025550147', {
    location: 'http://127.0.0.1:1/',
  });
  const error = await failure(httpTextMessenger({ ...options, url }).send(message));
  expect(error instanceof FinalFailure).toBe(forGood);
  expect(error.message).toContain(String(status));
  expect(error.message).not.toContain('6025550147');
  expect(asked).toHaveLength(1);
});

test.each(['', '<html>Sign in to the network</html>', '[]', '"ok"', '{"error":"no"}', '{"id":'])(
  'a text message answered 200 with %j may have been sent, and isn’t sent again',
  async (body) => {
    const { url } = await answering(200, body);
    const error = await failure(httpTextMessenger({ ...options, url }).send(message));
    expect(error).toBeInstanceOf(FinalFailure);
    expect(error.message).toContain('without an id');
  },
);

test('a provider that never stops answering is disconnected', async () => {
  const { url } = await provider((response) => {
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    };
    response.on('drain', write);
    response.on('error', () => undefined);
    write();
  });
  const error = await failure(httpTextMessenger({ ...options, url }).send(message));
  expect(error).toBeInstanceOf(FinalFailure);
});

test('a silent provider is given up, and the message is retried', async () => {
  const { url } = await provider(() => undefined);
  const error = await failure(httpTextMessenger({ ...options, url }, 150).send(message));
  expect(error).not.toBeInstanceOf(FinalFailure);
  expect(error.message).toMatch(/could not be reached \(TimeoutError\)/);
});

test('a message is retried when the provider is down', async () => {
  const { url } = await answering(200, '');
  for (const close of closers.splice(0)) close();
  const error = await failure(httpTextMessenger({ ...options, url }).send(message));
  expect(error).not.toBeInstanceOf(FinalFailure);
  expect(error.message).toBe('The provider of text messages could not be reached (ECONNREFUSED).');
});

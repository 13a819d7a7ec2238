import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sendOutside } from '../kernel/http/outside-request.ts';
import type { PushAddress, PushDeps } from '../kernel/messages/web-push.ts';
import { atEnd } from './at-end.ts';

/** A browser as its push service sees it: keys of its own, and what it could read. */
function makeBrowser(endpoint: string) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const address: PushAddress = {
    endpoint,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
  };
  /** Decrypts a message as RFC 8291 and RFC 8188 say. */
  const read = (body: Buffer): unknown => {
    const salt = body.subarray(0, 16);
    const senderKey = body.subarray(21, 21 + (body[20] ?? 0));
    const sealed = body.subarray(21 + (body[20] ?? 0));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
    const secret = hkdfSync('sha256', pair.computeSecret(senderKey), auth, info, 32);
    const derive = (name: string, length: number) =>
      Buffer.from(
        hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length),
      );
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'));
  };
  return { address, read };
}

/** Checks who sends: a token for this push service, signed with the key that it names (RFC 8292). */
function readSender(authorization: string, origin: string): { key: string; contact: string } {
  const [, head = '', body = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, sub } = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
    aud: string;
    sub: string;
  };
  if (!isSigned || aud !== origin) throw new Error('The token isn’t signed for this push service.');
  return { key, contact: sub };
}

interface Received {
  path: string;
  sender: { key: string; contact: string };
  headers: Record<string, unknown>;
  notification: unknown;
}

/**
 * A push service for tests that reads what it gets as a browser does. Its URLs are https, and `send` brings what is sent
 * to them to a server of this process.
 */
export async function openPushService() {
  const origin = 'https://push.example';
  const browsers = new Map<string, ReturnType<typeof makeBrowser>>();
  const received: Received[] = [];
  const state: { status: number; answer: string; onReceived?: () => void } = {
    status: 201,
    answer: '',
  };
  const server: Server = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? '';
    state.onReceived?.();
    if (state.status < 300)
      received.push({
        path,
        sender: readSender(request.headers.authorization ?? '', origin),
        headers: request.headers,
        notification: browsers.get(path)?.read(body),
      });
    response.writeHead(state.status).end(state.answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => server.close());
  const { port } = server.address() as AddressInfo;
  const send: NonNullable<PushDeps['send']> = (request) =>
    sendOutside(
      { ...request, url: request.url.replace(origin, `http://127.0.0.1:${port}`) },
      { allowPrivate: true },
    );
  return {
    state,
    received,
    send,
    /** Subscribes a browser. */
    subscribe(path: string): PushAddress {
      const browser = makeBrowser(`${origin}${path}`);
      browsers.set(path, browser);
      return browser.address;
    },
  };
}

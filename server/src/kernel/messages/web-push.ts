import { createECDH } from 'node:crypto';
import type { PushSubscription } from '@block65/webcrypto-web-push';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { SecretBox } from '../access/secrets.ts';
import { FinalFailure } from '../data/jobs.ts';
import type { OutsideRules } from '../http/outside-request.ts';
import { OutsideFailure, sendOutside } from '../http/outside-request.ts';

/** Where a browser is reached, and the keys that it reads notifications with. */
export type PushAddress = Pick<PushSubscription, 'endpoint' | 'keys'>;

/** A notification. A later one with the same tag takes its place. `link` is opened by a click. */
export interface PushNotification {
  title: string;
  body: string;
  link: string;
  tag: string;
  /** How long the push service keeps it for a device that is off, in seconds; absent = a week. */
  keptSeconds?: number;
}

/** The browser takes no notifications at this address any more. */
export class PushAddressGone extends FinalFailure {
  constructor() {
    super('The device takes no notifications any more and was removed. Allow them there again.');
  }
}

/** Sends notifications to browsers (RFC 8030). */
export interface PushSender {
  /** What browsers need to know of this installation to take its notifications, as base64url. */
  readonly publicKey: string;
  /** Throws `PushAddressGone`, a `FinalFailure` when trying again is useless, or another error, in words for people. */
  send(address: PushAddress, notification: PushNotification): Promise<void>;
}

export interface PushDeps {
  secretBox: SecretBox;
  outside: OutsideRules;
  publicUrl: () => string;
  /** Another way to send, for tests. */
  send?: typeof sendOutside;
}

const weekSeconds = 7 * 24 * 60 * 60;
const timeoutMs = 10_000;
const longestAnswer = 500;
/** What fits in the 4,096 bytes that push services take, whatever the characters. */
const longestTitle = 150;
const longestBody = 450;

/** The key pair that names this installation to push services (RFC 8292). It comes from the secret key, so it is kept nowhere. */
function derivePushKeys(secretBox: SecretBox) {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secretBox.hash('push key', 'VAPID'));
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: pair.getPrivateKey('base64url'),
  };
}

/** What the browser gets, in the form that newer ones show without the help of a script. */
const writeNotification = ({ title, body, link, tag }: PushNotification) => ({
  web_push: 8030,
  notification: {
    title: title.slice(0, longestTitle),
    body: body.slice(0, longestBody),
    navigate: link,
    tag,
  },
});

/** Throws what an answer of a push service means, unless it took the notification. */
function requireTaken(status: number, answer: string): void {
  if (status >= 200 && status < 300) return;
  if (status === 404 || status === 410) throw new PushAddressGone();
  if (status === 429 || status >= 500)
    throw new Error(`The browser’s push service is busy or down (${status}).`);
  const reason = answer.replaceAll(/[^\x20-\x7e]+/g, ' ').trim();
  throw new FinalFailure(
    `The browser’s push service refused the notification (${[status, reason.slice(0, 200)].join(' ').trim()}).`,
  );
}

/** Seals an address for its row. */
export const sealAddress = (secretBox: SecretBox, { endpoint, keys }: PushAddress): Buffer =>
  secretBox.seal(JSON.stringify({ endpoint, keys }));

/** Opens a sealed address; null when it was sealed with another secret key. */
export function openAddress(secretBox: SecretBox, sealed: Uint8Array): PushAddress | null {
  try {
    return JSON.parse(secretBox.open(sealed)) as PushAddress;
  } catch {
    return null;
  }
}

/** Opens what sends notifications. */
export function openPushSender(deps: PushDeps): PushSender {
  const { secretBox, outside, publicUrl, send = sendOutside } = deps;
  const keys = derivePushKeys(secretBox);
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, keys: addressKeys }, notification) {
      const { headers, body } = await buildPushPayload(
        {
          data: writeNotification(notification),
          options: { ttl: notification.keptSeconds ?? weekSeconds, urgency: 'high' },
        },
        { endpoint, expirationTime: null, keys: addressKeys },
        // Apple refuses a contact that isn't an address of the web or of mail.
        { subject: publicUrl(), ...keys },
      ).catch((error: Error) => {
        throw new FinalFailure(`The browser’s keys can’t be used (${error.message}).`);
      });
      const request = { url: endpoint, method: 'POST', body, timeoutMs, longestAnswer } as const;
      const { status, answer } = await send({ ...request, headers: { ...headers } }, outside).catch(
        (error: unknown) => {
          if (!(error instanceof OutsideFailure)) throw error;
          const message = `The browser’s push service: ${error.message}`;
          throw error.problem === 'address' ? new FinalFailure(message) : new Error(message);
        },
      );
      requireTaken(status, answer);
    },
  };
}

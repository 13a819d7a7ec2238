import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { Refusal } from '../../../kernel/refusal.ts';

/** An older signature may be replayed. */
const freshMs = 300_000;

/**
 * Checks `Verkada-Signature: <seconds>|<hex>`, an HMAC-SHA256 over the body, a bar, and the seconds; refuses with 401
 * if it's wrong, missing, or more than five minutes off.
 */
export function checkSignature(
  secret: string,
  header: string | string[] | undefined,
  body: Uint8Array,
  now: Instant,
): void {
  const [, seconds = '', hex = ''] = /^(\d{1,11})\|([0-9a-f]{64})$/i.exec(String(header)) ?? [];
  const expectedDigest = createHmac('sha256', secret).update(body).update(`|${seconds}`).digest();
  const right = hex !== '' && timingSafeEqual(expectedDigest, Buffer.from(hex, 'hex'));
  if (!right || Math.abs(now - fromEpochSeconds(Number(seconds))) > freshMs) {
    throw new Refusal('key_invalid', 'The signature of this message is missing, wrong or too old.');
  }
}

import { timingSafeEqual } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import type { SecretBox } from './secrets.ts';

/**
 * A ticket for creating the first account: when it ends, and a proof that this installation made it. It isn't stored,
 * since it is worthless as soon as anybody has an account.
 */
export function makeSetupTicket(secretBox: SecretBox, expiresAt: Instant): string {
  const end = expiresAt.toString(36);
  return `${end}-${secretBox.hash('setup', end).toString('base64url')}`;
}

/** When a ticket ends; null if this installation didn't make it. */
export function readSetupTicket(secretBox: SecretBox, ticket: string): Instant | null {
  const [, end, proof] = /^([0-9a-z]{1,10})-([\w-]{43})$/.exec(ticket) ?? [];
  if (end === undefined || proof === undefined) return null;
  const isOurs = timingSafeEqual(Buffer.from(proof, 'base64url'), secretBox.hash('setup', end));
  return isOurs ? instant(Number.parseInt(end, 36)) : null;
}

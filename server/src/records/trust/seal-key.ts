import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { fingerprintKey } from '@lotkeeper/evidence/day-statements';
import type { SecretBox } from '../../kernel/access/secrets.ts';

/** The installation's key, which signs seal statements. */
export interface SealKey {
  /** 32 bytes. */
  publicKey: Buffer;
  fingerprint: string;
  sign(statement: string): Buffer;
}

/** The prefix of an Ed25519 key in PKCS #8, before its 32 bytes (RFC 8410). */
const keyHeader = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Derives the signing key from the installation's secret key, so it's the same in every process and stored nowhere
 * else.
 */
export function openSealKey(secretBox: Pick<SecretBox, 'hash'>): SealKey {
  const seed = secretBox.hash('seal key', 'ed25519');
  const privateKey = createPrivateKey({
    key: Buffer.concat([keyHeader, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = spki.subarray(-32);
  return {
    publicKey,
    fingerprint: fingerprintKey(publicKey),
    sign: (statement) => sign(null, Buffer.from(statement), privateKey),
  };
}

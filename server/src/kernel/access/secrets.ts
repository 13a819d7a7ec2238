import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash as hashOnce,
  hkdfSync,
  randomBytes,
  randomInt,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../data/durable-file.ts';
import { StartError } from '../start-error.ts';

/** A session token for the browser: 256 random bits. */
export const newToken = () => randomBytes(32).toString('base64url');

/** The stored form of a token. A token has full entropy, so one pass is enough. */
export const hashToken = (token: string) => hashOnce('sha256', token, 'buffer');

/** The same hash as text, the key of in-memory caches. Every request pays for it. */
export const fingerprintToken = (token: string) => hashOnce('sha256', token, 'base64');

/** 32 characters that can't be confused with one another. */
const codeSigns = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A code for a person to read, say, and type: 6 of 32 characters (docs/security.md, 24). */
export const newShortCode = () =>
  Array.from({ length: 6 }, () => codeSigns[randomInt(codeSigns.length)]).join('');

/** Hashes and seals short secrets, such as verification codes, with a key. */
export interface SecretBox {
  hash(purpose: string, secret: string): Buffer;
  seal(secret: string): Buffer;
  open(sealed: Uint8Array): string;
}

/** Creates the secret box of an installation from its secret key. */
export function createSecretBox(secretKey: string): SecretBox {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secretKey, 'lotkeeper', purpose, 32));
  const sealing = derive('seal');
  const hashing = derive('hash');
  return {
    hash: (purpose, secret) =>
      createHmac('sha256', hashing).update(`${purpose}\0${secret}`).digest(),
    seal(secret) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** The configured key, or the one in the data folder, which is created on first start. */
export async function secretKey(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured) return configured;
  const file = join(dataDir, 'secret-key');
  const newKey = randomBytes(32).toString('base64url');
  await writeDurably(file, newKey, { isOnlyIfMissing: true });
  const key = await readFile(file, 'utf8');
  if (key.length >= newKey.length) return key;
  throw new StartError(
    `The secret key in ${file} is damaged. Restore it from a backup, or remove the file and start again: a new key is created, and sign-in codes and links sent earlier stop working.`,
  );
}

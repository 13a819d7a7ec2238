import * as z from 'zod/mini';
import { everybody } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';

/** For anyone who received a proof. Replaced keys stay listed, because their seals remain. */
export const listSealKeys = endpoint({
  method: 'GET',
  path: '/api/seals/keys/',
  summary:
    'The public keys (Ed25519) that seals of this installation are signed with, newest first',
  access: everybody,
  answer: z.array(
    z.object({
      /** The SHA-256 of the 32 bytes, in hexadecimal: the key's name in statements. */
      fingerprint: z.string(),
      public_key: z.string(),
      first_used_at: z.int(),
    }),
  ),
  failure: 'Could not fetch the keys',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  fingerprint: 'The SHA-256 of the public key, in hexadecimal.',
  public_key: 'The 32 bytes of the public key (Ed25519), in hexadecimal.',
  first_used_at: 'When the key first sealed a day, in milliseconds since 1970.',
};

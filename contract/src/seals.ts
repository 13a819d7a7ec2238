import * as z from 'zod/mini';
import { everybody } from './kernel/access.ts';
import { endpoint } from './kernel/endpoint.ts';

/** For anyone who was given a proof. Keys that were replaced stay, since their seals do. */
export const listSealKeys = endpoint({
  method: 'GET',
  path: '/api/seals/keys/',
  summary:
    'The public keys (Ed25519) that seals of this installation are signed with, newest first',
  access: everybody,
  answer: z.array(
    z.object({
      /** The SHA-256 of the 32 bytes, in hexadecimal: the name of the key in statements. */
      fingerprint: z.string(),
      /** The 32 bytes in hexadecimal. */
      public_key: z.string(),
      /** Milliseconds since 1970. */
      first_used_at: z.int(),
    }),
  ),
  failure: 'Could not fetch the keys',
});

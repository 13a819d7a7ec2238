import { randomBytes } from 'node:crypto';

/** 32 characters that can't be confused with one another, because people read them to support. */
const characters = '23456789abcdefghjklmnpqrstuvwxyz';

/** Creates an id that names a request in the log, in its response, and to the person. Callers can't choose it. */
export function newRequestId(): string {
  const bits = randomBytes(5).reduce((total, byte) => total * 256n + BigInt(byte), 0n);
  return Array.from({ length: 8 }, (_, index) => {
    const position = (bits >> BigInt(index * 5)) & 31n;
    return characters[Number(position)];
  }).join('');
}

/** The response header with the request's id. */
export const requestIdHeader = 'x-request-id';

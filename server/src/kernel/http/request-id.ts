import { randomBytes } from 'node:crypto';

/** 32 characters that can't be mistaken for one another, since people read them to support. */
const characters = '23456789abcdefghjklmnpqrstuvwxyz';

/** Names a request in the log, in its answer and to the person who made it. Callers can't choose it. */
export function newRequestId(): string {
  const bits = randomBytes(5).reduce((total, byte) => total * 256n + BigInt(byte), 0n);
  return Array.from({ length: 8 }, (_, index) => {
    const position = (bits >> BigInt(index * 5)) & 31n;
    return characters[Number(position)];
  }).join('');
}

/** The header of each answer that names its request. */
export const requestIdHeader = 'x-request-id';

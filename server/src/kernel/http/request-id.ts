import { randomFillSync } from 'node:crypto';

/** 32 characters that can't be confused with one another, because people read them to support. */
const characters = '23456789abcdefghjklmnpqrstuvwxyz';
const length = 8;

/** Random bytes for the next ids: asking the system for those of one id takes longer than all else about it. */
const random = Buffer.alloc(512 * length);
let used = random.length;

/** Creates an id that names a request in the log, in its response, and to the person. Callers can't choose it. */
export function newRequestId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  let id = '';
  for (const end = used + length; used < end; used += 1)
    id += characters[random.readUInt8(used) & 31];
  return id;
}

/** The response header with the request's id. */
export const requestIdHeader = 'x-request-id';

// Loaded into a server with --import: shifts its clock by the milliseconds in a file, which may change at any time.
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_FILE ?? '';
const { Date: RealDate } = globalThis;
/** How long the file's content is cached, in milliseconds. */
const freshMs = 10;

let shift = 0;
let readAt = Number.NEGATIVE_INFINITY;

function now() {
  const at = performance.now();
  if (at - readAt > freshMs) {
    readAt = at;
    shift = Number(readFileSync(file, 'utf8'));
  }
  return RealDate.now() + shift;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    args.length === 0 ? new target(now()) : Reflect.construct(target, args, newTarget),
  apply: (target) => new target(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

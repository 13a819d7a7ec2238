export { computeLag, selectNewest } from './lot-time.ts';
export { countSetAside } from './set-aside.ts';
export type { Settling } from './visits-at-once.ts';
export { settleReads, withSettling } from './visits-at-once.ts';

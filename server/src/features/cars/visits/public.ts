export { isElsewhere } from './elsewhere.ts';
export { computeLag, selectNewest } from './lot-time.ts';
export { longestStayMs } from './pairing.rules.ts';
export { countSetAside } from './set-aside.ts';
export type { Settling } from './visits-at-once.ts';
export { settleReads, withSettling } from './visits-at-once.ts';
export { pairFreshReads, readsAtOnce } from './visits-pairing.ts';
export { settleProperty } from './visits-settling.ts';

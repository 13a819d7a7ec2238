export { computeLag, selectNewest } from './lot-time.ts';
export { countSetAside } from './set-aside.ts';
export { settleReads } from './visits-at-once.ts';

export { median } from './demand.rules.ts';
export type { LotEvent, Occasion } from './occasions.rules.ts';
export { occasionsIn } from './occasions.rules.ts';

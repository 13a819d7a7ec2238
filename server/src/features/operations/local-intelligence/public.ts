export { readComingOccasions } from './coming-days.ts';
export { median } from './demand.rules.ts';
export { readDemandOutlook } from './demand-outlook.ts';
export type { LotEvent, Occasion } from './occasions.rules.ts';
export { occasionsIn } from './occasions.rules.ts';

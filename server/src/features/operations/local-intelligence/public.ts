export { readComingOccasions } from './coming-days.ts';
export { median } from './demand.rules.ts';
export { readDemandOutlook } from './demand-outlook.ts';
export type { Occasions, PlacedSpot } from './occasions.queries.ts';
export { readOccasions } from './occasions.queries.ts';

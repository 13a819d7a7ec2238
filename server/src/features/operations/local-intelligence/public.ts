export { readComingOccasions } from './coming-days.ts';
export { readDemandOutlook } from './demand-outlook.ts';

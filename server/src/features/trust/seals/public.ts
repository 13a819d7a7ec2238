export { chooseSealedDay } from './sealed-day.rules.ts';
export { readZones } from './zones.ts';

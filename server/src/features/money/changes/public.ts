export { readPeriods } from './changes.queries.ts';
export { buildBridge, findEarliestToday, listChangedProperties } from './changes.rules.ts';
export { readTaken, readWeeks } from './week.queries.ts';
export { buildWeek } from './week.rules.ts';

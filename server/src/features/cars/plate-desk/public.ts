export { countWaiting } from './plate-desk.queries.ts';

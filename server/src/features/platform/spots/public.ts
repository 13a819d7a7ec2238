export { readSpotColumns, readSpotName } from './spot-columns.ts';

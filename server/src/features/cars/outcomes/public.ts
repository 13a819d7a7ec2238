export { readCameraGaps } from './camera-gaps.queries.ts';

export { readCameras, readSpotCounts } from './camera-gaps.queries.ts';
export { findCameraGaps } from './camera-gaps.rules.ts';

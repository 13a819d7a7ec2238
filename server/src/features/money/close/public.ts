export { buildClosePacket } from './close-packet.ts';
export { findNewestClosed } from './closings.queries.ts';
export { readMonthClose } from './closings.ts';

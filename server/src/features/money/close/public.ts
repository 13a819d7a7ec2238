export { buildClosePacket } from './close-packet.ts';
export { findNewestClosed, listClosedMonths } from './closings.queries.ts';
export { readMonthClose } from './closings.ts';

export { buildClosePacket } from './close-packet.ts';
export { readMonthClose } from './closings.ts';

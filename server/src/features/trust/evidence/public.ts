export { describeProof } from './packet.rules.ts';
export { zipPacket } from './packet-file.ts';
export { proveRows } from './prove-rows.ts';

import { crc32 } from 'node:zlib';

/** A PNG's signature and a valid header, which can claim any size, followed by zeros. */
export function makePng(width: number, height: number, zeros = 50): Buffer {
  const bytes = Buffer.alloc(33 + zeros);
  Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080600000000000000', 'hex').copy(
    bytes,
  );
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

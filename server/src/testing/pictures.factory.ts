import { crc32, deflateSync } from 'node:zlib';

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

function writeChunk(name: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(name, 4, 'latin1');
  content.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length);
  return bytes;
}

/** A whole PNG of one pixel, in a shade of gray. */
export const makePixel = (shade: number): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    writeChunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
    writeChunk('IDAT', deflateSync(Buffer.from([0, shade]))),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);

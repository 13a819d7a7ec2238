import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a ZIP, and in what its headers lie. */
export interface RawPart {
  name: string;
  content: Uint8Array;
  /** A second name, in an Info-ZIP Unicode Path field. */
  unicodePath?: string;
  /** The name in front of the content, if it's another than the directory's. */
  localName?: string;
  /** The size that the headers declare, if it isn't the content's. */
  declaredBytes?: number;
  isEncrypted?: boolean;
  /** Whether sizes follow the content, as programs write that stream. */
  hasDescriptor?: boolean;
  /** Whether sizes are in a Zip64 field. */
  isZip64?: boolean;
  isStored?: boolean;
  /** Where its local header is, if it's inside another part. */
  offset?: number;
}

function field(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

function unicodePathField(rawName: string, name: string): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(1, 0);
  head.writeUInt32LE(crc32(rawName), 1);
  return field(0x7075, Buffer.concat([head, Buffer.from(name)]));
}

function zip64Field(bytes: number, packedBytes: number): Buffer {
  const data = Buffer.alloc(16);
  data.writeBigUInt64LE(BigInt(bytes), 0);
  data.writeBigUInt64LE(BigInt(packedBytes), 8);
  return field(1, data);
}

/** The fields that a local header and an entry of the directory have in common, from the version on. */
function writeCommon(part: RawPart, packedBytes: number, extraBytes: number): Buffer {
  const { name, content, declaredBytes = content.length } = part;
  const head = Buffer.alloc(26);
  head.writeUInt16LE(part.isZip64 ? 45 : 20, 0);
  head.writeUInt16LE((part.isEncrypted ? 1 : 0) | (part.hasDescriptor ? 8 : 0), 2);
  head.writeUInt16LE(part.isStored ? 0 : 8, 4);
  head.writeUInt32LE(crc32(content), 10);
  head.writeUInt32LE(part.isZip64 ? 0xffffffff : packedBytes, 14);
  head.writeUInt32LE(part.isZip64 ? 0xffffffff : declaredBytes, 18);
  head.writeUInt16LE(name.length, 22);
  head.writeUInt16LE(extraBytes, 24);
  return head;
}

const signature = (text: string) => Buffer.from(`PK${text}`, 'latin1');

function writeDescriptor({ content, declaredBytes = content.length }: RawPart, packed: number) {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32LE(crc32(content), 0);
  bytes.writeUInt32LE(packed, 4);
  bytes.writeUInt32LE(declaredBytes, 8);
  return Buffer.concat([signature('\x07\x08'), bytes]);
}

/** Writes a ZIP byte by byte, as no library would. */
export function writeRawZip(parts: readonly RawPart[]): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let length = 0;
  for (const part of parts) {
    const { content, declaredBytes = content.length, unicodePath, offset = length } = part;
    const packed = part.isStored ? content : deflateRawSync(content);
    const extra = Buffer.concat([
      ...(unicodePath === undefined ? [] : [unicodePathField(part.name, unicodePath)]),
      ...(part.isZip64 ? [zip64Field(declaredBytes, packed.length)] : []),
    ]);
    const common = writeCommon(part, packed.length, extra.length);
    if (part.offset === undefined) {
      const local = Buffer.from(common);
      // The sizes aren't known yet where they follow.
      if (part.hasDescriptor) local.fill(0, 10, 22);
      const localName = Buffer.from(part.localName ?? part.name);
      const chunk = Buffer.concat([
        signature('\x03\x04'),
        local,
        localName,
        extra,
        packed,
        part.hasDescriptor ? writeDescriptor(part, packed.length) : Buffer.alloc(0),
      ]);
      chunks.push(chunk);
      length += chunk.length;
    }
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(
      signature('\x01\x02'),
      Buffer.from([part.isZip64 ? 45 : 20, 0]),
      common,
      place,
      Buffer.from(part.name),
      extra,
    );
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(length, 12);
  return Buffer.concat([...chunks, entries, signature('\x05\x06'), end]);
}

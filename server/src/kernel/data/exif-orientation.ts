const orientationTag = 0x0112;
const shortType = 3;

/** Which way up an image is, from its EXIF: 1 to 8; 1 where it says nothing that can be understood. */
export function readOrientation(tiff: Buffer): number {
  try {
    const order = tiff.toString('latin1', 0, 2);
    if (order !== 'II' && order !== 'MM') return 1;
    const isBig = order === 'MM';
    const short = (at: number) => (isBig ? tiff.readUInt16BE(at) : tiff.readUInt16LE(at));
    const long = (at: number) => (isBig ? tiff.readUInt32BE(at) : tiff.readUInt32LE(at));
    const directory = long(4);
    for (let index = 0; index < short(directory); index++) {
      const at = directory + 2 + index * 12;
      if (short(at) !== orientationTag || short(at + 2) !== shortType) continue;
      const orientation = short(at + 8);
      return orientation >= 1 && orientation <= 8 ? orientation : 1;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

/** EXIF that says only which way up an image is; null where it's upright, which needs none. */
export function writeOrientation(orientation: number): Buffer | null {
  if (orientation === 1) return null;
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(orientationTag, 10);
  tiff.writeUInt16BE(shortType, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

const markers = { startOfScan: 0xda, endOfImage: 0xd9 } as const;

/** Maximum segments of a JPEG, and chunks of a PNG or WebP. Images of 5 MB have up to a few hundred. */
export const maxSegments = 2000;

/** Frame headers: C0 to CF, except the tables in that range. */
export const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Markers without a segment: TEM and the restarts. */
export const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** The next marker from an offset, and where its segment starts. Bytes between segments are skipped, as in libjpeg. */
export function findMarker(bytes: DataView, from: number): { marker: number; at: number } | null {
  for (let at = from; at + 1 < bytes.byteLength; at++) {
    const marker = bytes.getUint8(at + 1);
    if (bytes.getUint8(at) === 0xff && marker !== 0xff && marker !== 0) {
      return { marker, at: at + 2 };
    }
  }
  return null;
}

/**
 * The size of a JPEG in pixels, read segment by segment as decoders do, so a size hidden in
 * metadata isn't mistaken for the image's. Null when the header isn't complete: no frame, two
 * frames, or no image data after it within the maximum of segments.
 */
export function readJpegSize(file: Uint8Array): { width: number; height: number } | null {
  const bytes = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let size: { width: number; height: number } | null = null;
  let segment = findMarker(bytes, 2);
  for (
    let count = 0;
    segment && count < maxSegments && segment.marker !== markers.endOfImage;
    count++
  ) {
    const { marker, at } = segment;
    const length = isAlone(marker) ? 0 : at + 2 <= bytes.byteLength ? bytes.getUint16(at) : 0;
    const end = at + length;
    if (end > bytes.byteLength || (!isAlone(marker) && length < 2)) return null;
    if (marker === markers.startOfScan) return size;
    if (isFrame(marker)) {
      if (size || length < 8) return null;
      size = { height: bytes.getUint16(at + 3), width: bytes.getUint16(at + 5) };
    }
    segment = findMarker(bytes, end);
  }
  return null;
}

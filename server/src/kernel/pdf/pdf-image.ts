import { readPicture } from '../data/pictures.ts';
import type { Pdf } from './create-pdf.ts';

/** An image that pdfkit can draw; its types lack the function and the fields. */
interface OpenedImage {
  width: number;
  height: number;
  colorSpace?: string | undefined;
}
type ImageOpener = Pdf & { openImage: (bytes: Buffer) => OpenedImage };

/** PNG color types that a PDF embeds as they are, none with transparency. */
const plainColorTypes = { gray: 0, rgb: 2, palette: 3 };

/** Whether a palette of this many bytes has 1 to 256 colors. */
const isPalette = (length: number) => length > 0 && length <= 768 && length % 3 === 0;

/**
 * Whether a PNG is complete, and of a kind that pdfkit embeds as it is. pdfkit decodes any other
 * pixel by pixel, where its errors can't be caught, and trusts the lengths in the file.
 */
function isPlainPng(bytes: Buffer): boolean {
  const [colorType = -1, interlace] = [bytes[25], bytes[28]];
  if (!Object.values(plainColorTypes).includes(colorType) || interlace !== 0) return false;
  let [offset, hasColors] = [8, colorType !== plainColorTypes.palette];
  while (offset + 12 <= bytes.length) {
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    if (type === 'IEND') return hasColors;
    if (type === 'tRNS') return false;
    if (type === 'PLTE') hasColors ||= isPalette(bytes.readUInt32BE(offset));
    offset += 12 + bytes.readUInt32BE(offset);
  }
  return false;
}

/** Opens an image for a PDF, which supports JPEG and PNG; null for a WebP or a damaged image. */
export function openPdfImage(pdf: Pdf, bytes: Buffer): OpenedImage | null {
  try {
    const { media_type } = readPicture(bytes);
    if (media_type === 'image/webp') return null;
    if (media_type === 'image/png' && !isPlainPng(bytes)) return null;
    const image = (pdf as ImageOpener).openImage(bytes);
    return media_type === 'image/jpeg' && !image.colorSpace ? null : image;
  } catch {
    // pdfkit throws strings.
    return null;
  }
}

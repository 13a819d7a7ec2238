import { imageSize } from 'image-size';
import { Refusal } from './refusal.ts';

/** Bytes of one picture at most. */
export const pictureBytes = 5 * 1024 * 1024;

/** Pixels of a side at most: a small file can unfold into a picture that no browser can show. */
const longestSide = 12_000;

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;
type MediaType = (typeof mediaTypes)[keyof typeof mediaTypes];

/** What the bytes are, whatever their sender called them. */
export interface Picture {
  media_type: MediaType;
  width: number;
  height: number;
}

/** No picture is shorter; the reader of heads looks past the end of what is. */
const leastBytes = 30;

function headOf(bytes: Uint8Array): { type?: string; width: number; height: number } | null {
  if (bytes.length < leastBytes) return null;
  try {
    return imageSize(bytes);
  } catch {
    return null;
  }
}

/** Tells a picture by its bytes; refuses what is no PNG, JPEG or WebP, is too large, or has too many pixels. */
export function readPicture(bytes: Uint8Array): Picture {
  if (bytes.length > pictureBytes) {
    throw new Refusal('too_large', 'The picture is larger than 5 MB. Send a smaller one.');
  }
  const head = headOf(bytes);
  const media_type = mediaTypes[head?.type as keyof typeof mediaTypes];
  if (!head || !media_type || head.width < 1 || head.height < 1) {
    throw new Refusal('invalid_fields', 'This is no PNG, JPEG or WebP picture.');
  }
  const { width, height } = head;
  if (width > longestSide || height > longestSide) {
    throw new Refusal('invalid_fields', 'The picture has more than 12,000 pixels on a side.');
  }
  return { media_type, width, height };
}

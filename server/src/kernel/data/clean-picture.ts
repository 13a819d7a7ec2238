import { Refusal } from '../refusal.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng } from './clean-png.ts';
import { cleanWebp } from './clean-webp.ts';
import type { Picture } from './pictures.ts';
import { damagedPicture, readPicture } from './pictures.ts';

const problems = {
  damaged: damagedPicture,
  'inflates too far': 'The image has more data than its pixels need. Save it again, and send that.',
  animation: 'The image is an animation. Send a still image.',
} as const;

/**
 * Recognizes an image that a person sent, as `readPicture` does, and removes what isn't seen of it: where and when it
 * was taken, by what and by whom. The pixels stay as they are. Images of cameras are evidence, and aren't changed.
 */
export async function cleanPicture(
  file: Uint8Array,
): Promise<Pick<Picture, 'media_type'> & { bytes: Buffer }> {
  const { media_type } = readPicture(file);
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const clean = {
    'image/jpeg': () => cleanJpeg(bytes) ?? ('damaged' as const),
    'image/png': () => cleanPng(bytes),
    'image/webp': () => cleanWebp(bytes),
  };
  const result = await clean[media_type]();
  if (typeof result === 'string') throw new Refusal('invalid_fields', problems[result]);
  // What is stored must be understood as well as what was sent.
  readPicture(result);
  return { media_type, bytes: result };
}

import { timingSafeEqual } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { SecretBox } from './secrets.ts';

interface PictureName {
  organization: number;
  uuid: string;
}

/** URLs are valid for at least 15 minutes and stable for 5, so browsers can cache the image. */
const slotMs = 5 * minuteMs;
const slots = 4;

/** Signs and verifies image URLs. A URL shows one image, to anyone who has it, for a limited time. */
export function pictureAddresses(secretBox: Pick<SecretBox, 'hash'>) {
  const sign = (name: string) => secretBox.hash('picture', name).toString('base64url');
  return {
    /** The URL of an image, signed at `now`. */
    addressOf({ organization, uuid }: PictureName, now: Instant): string {
      const slot = Math.floor(now / slotMs) + slots;
      const name = `${organization}.${uuid}.${slot}`;
      return `/api/pictures/${name}.${sign(name)}/`;
    },
    /** The image that a URL names; null when the signature is wrong or the URL has expired. */
    pictureAt(address: string, now: Instant): PictureName | null {
      const [organization = '', uuid = '', slot = '', signature = ''] = address.split('.');
      const right = Buffer.from(sign(`${organization}.${uuid}.${slot}`));
      const signatureBytes = Buffer.from(signature);
      if (signatureBytes.length !== right.length || !timingSafeEqual(signatureBytes, right))
        return null;
      return Number(slot) * slotMs > now ? { organization: Number(organization), uuid } : null;
    },
  };
}

export type PictureAddresses = ReturnType<typeof pictureAddresses>;

import { timingSafeEqual } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { SecretBox } from './secrets.ts';

/** A picture of an organization. */
interface PictureName {
  organization: number;
  uuid: string;
}

/** An address lives a quarter of an hour at least, and is the same for five minutes, so that browsers keep the picture. */
const slotMs = 5 * minuteMs;
const slots = 4;

/** Signs and verifies image URLs: anyone who has one may see that image for a while, and no other. */
export function pictureAddresses(secretBox: Pick<SecretBox, 'hash'>) {
  const sign = (name: string) => secretBox.hash('picture', name).toString('base64url');
  return {
    /** The URL of an image, signed at `now`. */
    addressOf({ organization, uuid }: PictureName, now: Instant): string {
      const slot = Math.floor(now / slotMs) + slots;
      const name = `${organization}.${uuid}.${slot}`;
      return `/api/pictures/${name}.${sign(name)}/`;
    },
    /** The picture that an address names; null when nobody signed it, or it has ended. */
    pictureAt(address: string, now: Instant): PictureName | null {
      const [organization = '', uuid = '', slot = '', signature = ''] = address.split('.');
      const right = Buffer.from(sign(`${organization}.${uuid}.${slot}`));
      const given = Buffer.from(signature);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return Number(slot) * slotMs > now ? { organization: Number(organization), uuid } : null;
    },
  };
}

export type PictureAddresses = ReturnType<typeof pictureAddresses>;

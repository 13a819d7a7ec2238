import { timingSafeEqual } from 'node:crypto';
import { appealRules } from '@lotkeeper/contract/cars/appeals';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { SecretBox } from '../../../kernel/access/secrets.ts';

/** The violation that a token names. */
export interface NoticeKey {
  organizationId: number;
  violationPk: number;
}

/** Signs and verifies the tokens of drivers who entered the code and the plate of a violation. */
export function noticeTokens(secretBox: Pick<SecretBox, 'hash'>) {
  const sign = (name: string) => secretBox.hash('appeal notice', name).toString('base64url');
  return {
    tokenOf({ organizationId, violationPk }: NoticeKey, now: Instant): string {
      const name = `${organizationId}.${violationPk}.${now + appealRules.openMinutes * minuteMs}`;
      return `${name}.${sign(name)}`;
    },
    /** The violation that a token names; null when the signature is wrong or the token has expired. */
    noticeAt(token: string, now: Instant): NoticeKey | null {
      const [organization = '', violation = '', until = '', signature = ''] = token.split('.');
      const right = Buffer.from(sign(`${organization}.${violation}.${until}`));
      const given = Buffer.from(signature);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      if (Number(until) <= now) return null;
      return { organizationId: Number(organization), violationPk: Number(violation) };
    },
  };
}

import { timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '../../../kernel/access/secrets.ts';

/** The alert that a link mutes, and for whom. */
export interface MuteKey {
  organizationId: number;
  personPk: number;
  alertPk: number;
}

/** Whose mails a link ends. */
export type SubscriptionKey = Omit<MuteKey, 'alertPk'>;

/**
 * Signs and reads the tokens of links in mails. Each allows one thing only: to mute one alert for one person, or to end
 * the mails to one person.
 */
export function alertLinks(secretBox: Pick<SecretBox, 'hash'>) {
  const sign = (purpose: string, name: string) =>
    secretBox.hash(`alert ${purpose}`, name).toString('base64url');
  const issue = (purpose: string, ...numbers: number[]) => {
    const name = numbers.map((number) => number.toString(36)).join('.');
    return `${name}.${sign(purpose, name)}`;
  };
  /** The numbers of a token; null if we didn't issue it for this purpose. */
  const read = (purpose: string, token: string): number[] | null => {
    const end = token.lastIndexOf('.');
    const name = token.slice(0, Math.max(0, end));
    const given = Buffer.from(token.slice(end + 1));
    const right = Buffer.from(sign(purpose, name));
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    return name.split('.').map((number) => Number.parseInt(number, 36));
  };
  return {
    issueMute: ({ organizationId, personPk, alertPk }: MuteKey) =>
      issue('mute', organizationId, personPk, alertPk),
    readMute(token: string): MuteKey | null {
      const [organizationId, personPk, alertPk] = read('mute', token) ?? [];
      if (organizationId === undefined || personPk === undefined || alertPk === undefined)
        return null;
      return { organizationId, personPk, alertPk };
    },
    issueUnsubscribe: ({ organizationId, personPk }: SubscriptionKey) =>
      issue('unsubscribe', organizationId, personPk),
    readUnsubscribe(token: string): SubscriptionKey | null {
      const [organizationId, personPk] = read('unsubscribe', token) ?? [];
      return organizationId === undefined || personPk === undefined
        ? null
        : { organizationId, personPk };
    },
  };
}

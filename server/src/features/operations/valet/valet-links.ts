import { timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '../../../kernel/access/secrets.ts';

interface SessionPlace {
  organizationId: number;
  pk: number;
  /** How often the session's phone was changed. */
  link: number;
}

/** Signs and verifies the tokens of drivers' links, so that they can be neither forged nor used for another session. */
export function valetLinks(secretBox: Pick<SecretBox, 'hash'>) {
  const sign = (name: string) => secretBox.hash('valet link', name).toString('base64url');
  return {
    /** The token of a session, the same until its phone is changed. */
    tokenOf({ organizationId, pk, link }: SessionPlace): string {
      const name = [organizationId, pk, ...(link > 0 ? [link] : [])].join('.');
      return `${name}.${sign(name)}`;
    },
    /** The session that a token names; null when the signature is invalid. */
    sessionAt(token: string): SessionPlace | null {
      const names = token.split('.');
      const signature = names.pop() ?? '';
      const right = Buffer.from(sign(names.join('.')));
      const given = Buffer.from(signature);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const [organization, pk, link = 0] = names;
      return { organizationId: Number(organization), pk: Number(pk), link: Number(link) };
    },
  };
}

export type ValetLinks = ReturnType<typeof valetLinks>;

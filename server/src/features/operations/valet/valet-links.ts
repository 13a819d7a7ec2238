import { timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '../../../kernel/access/secrets.ts';

interface SessionPlace {
  organizationId: number;
  pk: number;
}

/** Signs and verifies the tokens of drivers' links, so that they can be neither forged nor used for another session. */
export function valetLinks(secretBox: Pick<SecretBox, 'hash'>) {
  const sign = (name: string) => secretBox.hash('valet link', name).toString('base64url');
  return {
    /** The token of a session, always the same. */
    tokenOf({ organizationId, pk }: SessionPlace): string {
      const name = `${organizationId}.${pk}`;
      return `${name}.${sign(name)}`;
    },
    /** The session that a token names; null when the signature is invalid. */
    sessionAt(token: string): SessionPlace | null {
      const [organization = '', pk = '', signature = ''] = token.split('.');
      const right = Buffer.from(sign(`${organization}.${pk}`));
      const given = Buffer.from(signature);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return { organizationId: Number(organization), pk: Number(pk) };
    },
  };
}

export type ValetLinks = ReturnType<typeof valetLinks>;

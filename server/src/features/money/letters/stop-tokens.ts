import { timingSafeEqual } from 'node:crypto';
import type { LetterKind } from '@lotkeeper/contract/money/letters';
import type { SecretBox } from '../../../kernel/access/secrets.ts';

/** Whose letter a link stops. */
export interface LetterKey {
  organization_id: number;
  person_pk: number;
  kind: LetterKind;
}

const letters: Record<LetterKind, string> = { weekly: 'w', monthly: 'm' };

const signName = (secretBox: SecretBox, name: string) =>
  secretBox.hash('letter stop', name).toString('base64url');

/** The token of the link that stops a letter. Nothing is stored: it's signed, and can do nothing else. */
export function makeStopToken(secretBox: SecretBox, key: LetterKey): string {
  const name = `${letters[key.kind]}-${key.organization_id}-${key.person_pk}`;
  return `${name}-${signName(secretBox, name)}`;
}

/** What a token stops; null if it wasn't made here. */
export function readStopToken(secretBox: SecretBox, token: string): LetterKey | null {
  const [, name = '', letter, organization, person, signature = ''] =
    /^(([wm])-(\d+)-(\d+))-([\w-]{43})$/.exec(token) ?? [];
  const [given, right] = [signature, signName(secretBox, name)].map((text) => Buffer.from(text));
  if (!given || given.length !== right?.length || !timingSafeEqual(given, right)) return null;
  return {
    organization_id: Number(organization),
    person_pk: Number(person),
    kind: letter === 'w' ? 'weekly' : 'monthly',
  };
}

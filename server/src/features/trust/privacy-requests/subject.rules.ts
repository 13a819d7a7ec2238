import { plateKey } from '@lotkeeper/contract/kernel/plates';
import { readEmail } from '@lotkeeper/contract/kernel/typed-text';
import type { RequestKind } from '@lotkeeper/contract/trust/privacy-classes';
import { requestMessages } from '@lotkeeper/contract/trust/privacy-requests';

export interface Subject {
  kind: RequestKind;
  /** A plate's key, an email address in lowercase, or the last ten digits of a phone number. */
  key: string;
  /** For a plate: only this state, and rows without one. */
  state: string | null;
}

const minPlate = 2;
const minDigits = 7;
/** US numbers have ten; the country code before them is optional. */
const comparedDigits = 10;

/** The comparable form of a value; null when it isn't valid for its kind. */
export function toKey(kind: RequestKind, value: string): string | null {
  if (kind === 'plate') {
    const key = plateKey(value);
    return key.length >= minPlate ? key : null;
  }
  if (kind === 'email') {
    const email = readEmail(value) ?? value.trim().toLowerCase();
    return /^[^@\s]+@[^@\s]+$/.test(email) ? email : null;
  }
  const digits = value.replace(/\D/g, '');
  return digits.length >= minDigits ? digits.slice(-comparedDigits) : null;
}

/** Why a value isn't valid for its kind. */
export const wrongValue: Record<RequestKind, string> = {
  plate: requestMessages.notPlate,
  email: requestMessages.notEmail,
  phone: requestMessages.notPhone,
};

const dots = '•••';

/** A masked value that only those who know it recognize. */
export function maskSubject({ kind, key }: Subject): string {
  if (kind === 'phone') return `${dots}${key.slice(-2)}`;
  if (kind === 'email')
    return `${key.match(/^./u)?.[0]}${dots}@${dots}${/\.[^.]*$/.exec(key)?.[0] ?? ''}`;
  return key.length < 6 ? `${key.slice(0, 1)}${dots}` : `${key.slice(0, 2)}${dots}${key.slice(-2)}`;
}

/** Shorter keys occur in too many words. */
const minSearched = 3;

/**
 * A PostgreSQL regular expression that finds a subject in a text; null when it would match too much. A plate may
 * contain spaces and dashes; one without digits may be a word, and is only matched in capitals.
 */
export function toPattern({
  kind,
  key,
}: Subject): { pattern: string; isExactCase: boolean } | null {
  if (kind === 'email') {
    const escaped = key.replace(/[^\p{L}\p{N}]/gu, (sign) => `\\${sign}`);
    return { pattern: `(?<![[:alnum:]._-])${escaped}(?![[:alnum:]_-])`, isExactCase: false };
  }
  if (kind === 'phone') {
    const digits = Array.from(key).join('[^0-9[:alpha:]]{0,3}');
    return {
      pattern: `(?<![0-9])(\\+?[0-9]{1,3}[^0-9[:alpha:]]{0,3})?${digits}(?![0-9])`,
      isExactCase: false,
    };
  }
  if (key.length < minSearched) return null;
  return {
    pattern: `(?<![[:alnum:]])${Array.from(key).join('[^[:alnum:]]{0,2}')}(?![[:alnum:]])`,
    isExactCase: !/\p{N}/u.test(key),
  };
}

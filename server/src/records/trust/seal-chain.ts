import type { DayStatement } from '@lotkeeper/evidence/day-statements';
import {
  fingerprintKey,
  hashStatement,
  isSignedBy,
  leafKinds,
  readStatement,
} from '@lotkeeper/evidence/day-statements';
import type { Leaf } from './packed-leaves.ts';
import { computeLeafRoot } from './packed-leaves.ts';

/** What can be wrong with a seal itself. */
export type SealProblem =
  | 'missing seal'
  | 'unreadable statement'
  | 'broken chain'
  | 'unknown key'
  | 'wrong signature'
  | 'wrong leaves';

/** A stored seal, without its leaves. */
export interface StoredSeal {
  number: number;
  local_date: string;
  statement: string;
  signature: Buffer;
}

/** A statement with its position in the chain, and what is wrong with it. */
export interface CheckedSeal {
  number: number;
  /** null when it can't be read, or belongs to another organization or day. */
  stated: DayStatement | null;
  problems: SealProblem[];
}

/** Public keys by fingerprint; a key under a fingerprint that isn't its own is left out. */
export function indexKeys(
  keys: readonly { fingerprint: string; public_key: Buffer }[],
): ReadonlyMap<string, Buffer> {
  const sound = keys.filter((key) => fingerprintKey(key.public_key) === key.fingerprint);
  return new Map(sound.map(({ fingerprint, public_key }) => [fingerprint, public_key]));
}

function checkSignature(
  { statement, signature }: StoredSeal,
  stated: DayStatement,
  keys: ReadonlyMap<string, Buffer>,
): SealProblem[] {
  const key = keys.get(stated.key);
  if (!key) return ['unknown key'];
  return isSignedBy(key, statement, signature) ? [] : ['wrong signature'];
}

/** Checks the statements of an organization in order: form, signature, and chain. */
export function checkChain(
  seals: readonly StoredSeal[],
  organization: string,
  keys: ReadonlyMap<string, Buffer>,
): CheckedSeal[] {
  const checked: CheckedSeal[] = [];
  let previous: string | null = null;
  for (const seal of seals) {
    for (let number = checked.length + 1; number < seal.number; number++)
      checked.push({ number, stated: null, problems: ['missing seal'] });
    const stated = readStatement(seal.statement);
    const isOwn =
      stated?.organization === organization &&
      stated.number === seal.number &&
      stated.day === seal.local_date;
    const problems: SealProblem[] = [];
    if (!stated || !isOwn) problems.push('unreadable statement');
    else problems.push(...checkSignature(seal, stated, keys));
    if (stated && stated.previous !== previous) problems.push('broken chain');
    checked.push({ number: seal.number, stated: isOwn ? stated : null, problems });
    previous = hashStatement(seal.statement);
  }
  return checked;
}

/** Whether leaves match their statement. */
export function areLeavesSealed(leaves: readonly Leaf[], stated: DayStatement): boolean {
  const count = leafKinds.reduce((total, kind) => total + stated.counts[kind], 0);
  return leaves.length === count && computeLeafRoot(leaves) === stated.root;
}

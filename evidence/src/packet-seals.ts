import { hexToBytes } from '@noble/hashes/utils.js';
import type { DayStatement } from './day-statements.ts';
import { fingerprintKey, hashStatement, isSignedBy, readStatement } from './day-statements.ts';
import type { PacketProof } from './evidence-packets.ts';
import type { Finding } from './packet-findings.ts';
import { shortenKey } from './packet-findings.ts';

/** A seal of a packet whose key, signature and neighbors were checked. */
export interface CheckedSeal {
  statement: DayStatement;
  isRight: boolean;
}

export interface KeyPolicy {
  organization: string;
  /** Fingerprints of keys that the reader expects; null if they expect none. */
  trustedKeys: ReadonlySet<string> | null;
}

/** Reads the public keys of a packet by their fingerprints. */
function readKeys(proof: PacketProof, findings: Finding[]): Map<string, Uint8Array> {
  const keys = new Map<string, Uint8Array>();
  for (const { fingerprint, public_key } of proof.keys) {
    const subject = `key ${shortenKey(fingerprint)}`;
    const key = hexToBytes(public_key);
    if (keys.has(fingerprint))
      findings.push({ subject, message: `The ${subject} is listed twice.` });
    else if (fingerprintKey(key) !== fingerprint)
      findings.push({ subject, message: `The ${subject} has the fingerprint of another key.` });
    else keys.set(fingerprint, key);
  }
  return keys;
}

/** Yields what is wrong with a single seal. */
function* findSealFaults(
  { statement: text, signature }: PacketProof['seals'][number],
  stated: DayStatement,
  keys: ReadonlyMap<string, Uint8Array>,
  { organization, trustedKeys }: KeyPolicy,
): Generator<string> {
  const key = keys.get(stated.key);
  if (stated.organization !== organization) yield 'is one of another organization.';
  if (!key) yield `names a key that the packet doesn’t have, ${shortenKey(stated.key)}.`;
  else if (!isSignedBy(key, text, hexToBytes(signature)))
    yield 'wasn’t signed by its key, or was changed after that.';
  if (trustedKeys && !trustedKeys.has(stated.key))
    yield `is signed by the key ${shortenKey(stated.key)}, which is not an expected one.`;
  if ((stated.number === 1) !== (stated.previous === null))
    yield stated.number === 1
      ? 'is the first one, and names one before it.'
      : 'doesn’t name the one before it.';
}

/** What is wrong between two consecutive seals. */
function findLinkFault(
  before: { number: number; text: string },
  stated: DayStatement,
): string | null {
  if (stated.number === before.number) return 'is in the packet twice.';
  if (stated.number < before.number) return 'is not in the order of the numbers.';
  if (stated.number > before.number + 1) return null;
  return stated.previous === hashStatement(before.text)
    ? null
    : `doesn’t name seal ${before.number} as the one before it, so one of the two was changed.`;
}

/** A signature takes a millisecond to check, and a page should stay responsive. */
const pauseEvery = 50;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Checks the keys and seals of a packet, and returns the seals by their numbers. */
export async function checkSeals(
  proof: PacketProof,
  policy: KeyPolicy,
  findings: Finding[],
): Promise<ReadonlyMap<number, CheckedSeal>> {
  const keys = readKeys(proof, findings);
  const seals = new Map<number, CheckedSeal>();
  let before: { number: number; text: string } | null = null;
  for (const [index, seal] of proof.seals.entries()) {
    if (index % pauseEvery === pauseEvery - 1) await pause();
    const stated = readStatement(seal.statement);
    // A proof with an unreadable statement is rejected earlier.
    if (!stated) continue;
    const faults = [...findSealFaults(seal, stated, keys, policy)];
    const linkFault = before && findLinkFault(before, stated);
    if (linkFault) faults.push(linkFault);
    const subject = `seal ${stated.number}`;
    for (const fault of faults)
      findings.push({ subject, message: `The statement of ${subject} ${fault}` });
    const known = seals.get(stated.number);
    seals.set(stated.number, { statement: stated, isRight: faults.length === 0 && !known });
    before = { number: stated.number, text: seal.statement };
  }
  return seals;
}

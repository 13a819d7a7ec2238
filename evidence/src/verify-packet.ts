import { packetFiles, readProof } from './evidence-packets.ts';
import type { Finding } from './packet-findings.ts';
import type { MissingImage, PacketImage } from './packet-images.ts';
import { checkImages, groupByImage } from './packet-images.ts';
import { checkManifest, decodeText, readOtherFormat } from './packet-manifest.ts';
import type { PacketRow, ProvedRow } from './packet-rows.ts';
import { checkRows } from './packet-rows.ts';
import { checkSeals } from './packet-seals.ts';
import { PacketZipError, readPacketZip } from './packet-zip.ts';

/** Who created a packet, and the keys that signed it. */
export interface PacketOrigin {
  /** UUID of the organization. */
  organization: string;
  /** ISO 8601 in UTC. */
  made_at: string;
  /** The fingerprint of the key that signed the packet. */
  key: string;
  /** The fingerprints of all keys: the packet's, and those that signed its seals. */
  keys: readonly string[];
  /** Whether the reader provided the keys that they expect. Otherwise they have to compare the fingerprints. */
  areKeysExpected: boolean;
  /** The fingerprints that the reader doesn't expect. */
  unexpectedKeys: readonly string[];
}

interface PacketContents {
  origin: PacketOrigin;
  /** Rows that are sealed in this form. */
  proved: readonly ProvedRow[];
  /** Rows that aren't sealed in this form yet. */
  unsealed: readonly PacketRow[];
  images: readonly PacketImage[];
  /** Images that rows refer to but the packet doesn't contain. */
  missingImages: readonly MissingImage[];
}

/** The result of verifying a packet. */
export type Verdict =
  /** Every row is in a seal, and a sealed row refers to every image. */
  | ({ verdict: 'proved' } & PacketContents)
  /** Nothing is wrong, but some rows aren't sealed yet, or an image isn't referred to by a sealed row. */
  | ({ verdict: 'proved in part' } & PacketContents)
  /** Something was changed, or another key signed it. Such a packet proves nothing. */
  | { verdict: 'failed'; findings: readonly Finding[]; origin: PacketOrigin | null }
  /** Not a readable packet. */
  | { verdict: 'unreadable'; findings: readonly Finding[] };

const reject = (verdict: 'failed' | 'unreadable', message: string): Verdict => {
  const findings = [{ subject: 'packet', message }];
  return verdict === 'failed' ? { verdict, findings, origin: null } : { verdict, findings };
};

function isJson(bytes: Uint8Array | undefined): boolean {
  try {
    JSON.parse(decodeText(bytes ?? new Uint8Array()) ?? '');
    return true;
  } catch {
    return false;
  }
}

async function checkFiles(
  files: ReadonlyMap<string, Uint8Array>,
  findings: Finding[],
  trustedKeys: ReadonlySet<string> | null,
): Promise<Verdict> {
  const manifest = checkManifest(files, trustedKeys, findings);
  if (!manifest) return { verdict: 'failed', findings, origin: null };
  if (!isJson(files.get(packetFiles.evidence)))
    findings.push({ subject: packetFiles.evidence, message: 'evidence.json is not JSON.' });
  const { organization, made_at, key } = manifest;
  const describeOrigin = (keys: readonly string[]): PacketOrigin => ({
    organization,
    made_at,
    key,
    keys,
    areKeysExpected: trustedKeys !== null,
    unexpectedKeys: trustedKeys ? keys.filter((fingerprint) => !trustedKeys.has(fingerprint)) : [],
  });
  const proof = readProof(decodeText(files.get(packetFiles.proof) ?? new Uint8Array()) ?? '');
  if (!proof) {
    const message =
      'proof.json is not in the form that packets have it, or one of its statements isn’t.';
    findings.push({ subject: packetFiles.proof, message });
    return { verdict: 'failed', findings, origin: describeOrigin([key]) };
  }
  const seals = await checkSeals(proof, { organization, trustedKeys }, findings);
  const { proved, provedForms, unsealed } = checkRows(proof, seals, findings);
  const byImage = groupByImage([...proof.rows.map(({ form }) => form), ...proof.unsealed]);
  const { images, missing } = checkImages(files, byImage, groupByImage(provedForms), findings);
  const keys = [...new Set([key, ...[...seals.values()].map(({ statement }) => statement.key)])];
  const origin = describeOrigin(keys);
  if (findings.length > 0) return { verdict: 'failed', findings, origin };
  const isWhole =
    proved.length > 0 && unsealed.length === 0 && images.every((image) => image.isProved);
  return {
    verdict: isWhole ? 'proved' : 'proved in part',
    origin,
    proved,
    unsealed,
    images,
    missingImages: missing,
  };
}

/**
 * Verifies an evidence packet on its own, without an installation. With `trustedKeys` (fingerprints), a packet or
 * seal signed by another key fails; without them, the reader has to compare the keys. Never throws.
 */
export async function verifyPacket(
  bytes: Uint8Array,
  options: { trustedKeys?: readonly string[] } = {},
): Promise<Verdict> {
  const trustedKeys = options.trustedKeys ? new Set(options.trustedKeys) : null;
  try {
    const { files, findings } = await readPacketZip(bytes);
    const manifest = files.get(packetFiles.manifest);
    if (!manifest)
      return reject('unreadable', 'The ZIP has no manifest.json: it is not an evidence packet.');
    const otherFormat = readOtherFormat(decodeText(manifest) ?? '');
    if (otherFormat)
      return reject(
        'unreadable',
        `The packet is of a format that this version doesn’t know: ${otherFormat}.`,
      );
    return await checkFiles(files, [...findings], trustedKeys);
  } catch (error) {
    if (error instanceof PacketZipError)
      return reject(error.isChanged ? 'failed' : 'unreadable', error.message);
    return reject('unreadable', 'The file can’t be read as a packet.');
  }
}

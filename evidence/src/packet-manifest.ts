import { hexToBytes } from '@noble/hashes/utils.js';
import { fingerprintKey, isSignedBy } from './day-statements.ts';
import type { PacketManifest } from './evidence-packets.ts';
import { packetFiles, readImageName, readManifest } from './evidence-packets.ts';
import type { Finding } from './packet-findings.ts';
import { quoteName, shortenKey } from './packet-findings.ts';
import { hashToHex } from './proofs.ts';

/** Decodes UTF-8; null if it is invalid. A byte order mark is kept, since the text can't contain one. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const signaturePattern = /^[0-9a-f]{128}$/;

/** Files that every packet has, in addition to the manifest and its signature. */
const requiredFiles: readonly string[] = [packetFiles.pdf, packetFiles.evidence, packetFiles.proof];

/** The format of an unreadable manifest, if it is one of another version. */
export function readOtherFormat(text: string): string | null {
  try {
    const { format } = JSON.parse(text) as { format?: unknown };
    const isOther = typeof format === 'string' && /^lotkeeper evidence packet \d+$/.test(format);
    return isOther && format !== 'lotkeeper evidence packet 1' ? quoteName(format) : null;
  } catch {
    return null;
  }
}

function* findManifestFaults(
  text: string,
  { key, public_key, files }: PacketManifest,
  signature: string | null,
  trustedKeys: ReadonlySet<string> | null,
): Generator<string> {
  const publicKey = hexToBytes(public_key);
  if (fingerprintKey(publicKey) !== key)
    yield 'manifest.json names a key by the fingerprint of another one.';
  if (signature === null) yield 'The packet has no manifest.sig, so nobody signed it.';
  else if (!signaturePattern.test(signature)) yield 'manifest.sig is not a signature.';
  else if (!isSignedBy(publicKey, text, hexToBytes(signature)))
    yield 'manifest.json was changed after it was signed, or another key signed it.';
  if (trustedKeys && !trustedKeys.has(key))
    yield `The packet is signed by the key ${shortenKey(key)}, which is not an expected one.`;
  for (const [index, { name }] of files.entries()) {
    const before = files[index - 1]?.name ?? '';
    if (name === before) yield `manifest.json lists ${quoteName(name)} twice.`;
    else if (name < before) yield 'manifest.json lists files out of order.';
    if (!requiredFiles.includes(name) && readImageName(name) === null)
      yield `manifest.json lists ${quoteName(name)}, which is not a file of a packet.`;
  }
}

/** Compares the files with the signed manifest and yields what is wrong. */
function* findFileFaults(
  { files: listed }: PacketManifest,
  files: ReadonlyMap<string, Uint8Array>,
): Generator<Finding> {
  const names = new Set(listed.map(({ name }) => name));
  for (const name of requiredFiles)
    if (!names.has(name)) yield { subject: name, message: `manifest.json doesn’t list ${name}.` };
  for (const { name, size, sha256 } of listed) {
    const subject = quoteName(name);
    const bytes = files.get(name);
    if (!bytes) yield { subject, message: `${subject} was removed from the packet.` };
    else if (bytes.length !== size)
      yield {
        subject,
        message: `${subject} was changed: it has ${bytes.length} bytes instead of ${size}.`,
      };
    else if (hashToHex(bytes) !== sha256)
      yield { subject, message: `${subject} was changed: it has another SHA-256 than was signed.` };
  }
  for (const name of files.keys()) {
    const isSigned =
      names.has(name) || name === packetFiles.manifest || name === packetFiles.signature;
    if (!isSigned) yield { subject: name, message: `${name} was added to the packet.` };
  }
}

/** Parses the manifest and checks its signature, its key, and each file against it; null if it isn't valid. */
export function checkManifest(
  files: ReadonlyMap<string, Uint8Array>,
  trustedKeys: ReadonlySet<string> | null,
  findings: Finding[],
): PacketManifest | null {
  const text = decodeText(files.get(packetFiles.manifest) ?? new Uint8Array());
  const manifest = text === null ? null : readManifest(text);
  if (text === null || !manifest) {
    const message = 'manifest.json is not in the form that packets have it, so it was changed.';
    findings.push({ subject: packetFiles.manifest, message });
    return null;
  }
  const signatureBytes = files.get(packetFiles.signature);
  const signature = signatureBytes ? (decodeText(signatureBytes) ?? '') : null;
  for (const message of findManifestFaults(text, manifest, signature, trustedKeys))
    findings.push({ subject: packetFiles.manifest, message });
  findings.push(...findFileFaults(manifest, files));
  return manifest;
}

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { PacketProof } from '@lotkeeper/evidence/evidence-packets';
import {
  packetFiles,
  readImageName,
  writeManifest,
  writeProof,
} from '@lotkeeper/evidence/evidence-packets';
import type { PacketFile } from '@lotkeeper/evidence/packet-files';
import { zipFiles } from '@lotkeeper/evidence/packet-files';
import { toDate } from '../../../kernel/clock.ts';
import type { SealKey } from '../../../records/trust/seal-key.ts';
import type { Packet } from './packet.rules.ts';
import { writeEvidence } from './packet.rules.ts';
import { drawPacket } from './packet-pdf.ts';

const hashBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Lists files for a manifest. Images are named by their hashes. */
async function listFiles(files: readonly PacketFile[]) {
  const listed = [];
  for (const { name, bytes } of files) {
    listed.push({ name, size: bytes.length, sha256: readImageName(name) ?? hashBytes(bytes) });
    await setImmediate();
  }
  return listed.sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface PacketParts {
  pdf: Buffer;
  /** evidence.json */
  evidence: string;
  proof: PacketProof;
  images?: readonly PacketFile[];
  /** UUID of the organization. */
  organization: string;
  madeAt: Instant;
}

/** Signs the files of a packet and packs them as a ZIP (`evidence/src/evidence-packets.ts`). */
export async function zipPacket(
  { pdf, evidence, proof, images = [], organization, madeAt }: PacketParts,
  key: SealKey,
): Promise<Buffer> {
  const files: PacketFile[] = [
    { name: packetFiles.pdf, bytes: pdf },
    { name: packetFiles.evidence, bytes: Buffer.from(evidence) },
    { name: packetFiles.proof, bytes: Buffer.from(writeProof(proof)) },
    ...images,
  ];
  const manifest = writeManifest({
    organization,
    made_at: toIso(madeAt),
    key: key.fingerprint,
    public_key: key.publicKey.toString('hex'),
    files: await listFiles(files),
  });
  const signature = key.sign(manifest).toString('hex');
  return Buffer.from(
    await zipFiles(
      [
        ...files,
        { name: packetFiles.manifest, bytes: Buffer.from(manifest) },
        { name: packetFiles.signature, bytes: Buffer.from(signature) },
      ],
      toDate(madeAt),
    ),
  );
}

/** Writes the packet of a record. */
export async function writePacketFile(packet: Packet, key: SealKey): Promise<Buffer> {
  const { images, madeAt, location, proof } = packet;
  return zipPacket(
    {
      pdf: await drawPacket(packet),
      evidence: writeEvidence(packet),
      proof,
      images: images.flatMap(({ name, content }) => (content ? [{ name, bytes: content }] : [])),
      organization: location.organization_uuid,
      madeAt,
    },
    key,
  );
}

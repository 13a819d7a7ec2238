import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { QueryOf } from '@lotkeeper/contract/kernel/endpoint';
import { createEvidencePacket } from '@lotkeeper/contract/trust/evidence';
import type { PacketProof } from '@lotkeeper/evidence/evidence-packets';
import { maxPacketBytes, writeProof } from '@lotkeeper/evidence/evidence-packets';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import { ZipFile } from '../../../kernel/http/binary-files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { makeTurns } from '../../../kernel/load/turns.ts';
import { must } from '../../../kernel/must.ts';
import { notFound, wrongFields } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import type { SealKey } from '../../../records/trust/seal-key.ts';
import { openSealKey } from '../../../records/trust/seal-key.ts';
import type { StoryRows, Subject } from '../stories/public.ts';
import { readEntrySubject, readStoryRows, readSubject, toStory } from '../stories/public.ts';
import type { ImageRow } from './evidence.queries.ts';
import { listImages, readLocation } from './evidence.queries.ts';
import type { Packet, PacketSubject } from './packet.rules.ts';
import { nameFile, recordNames, writeEvidence } from './packet.rules.ts';
import { writePacketFile } from './packet-file.ts';
import { maxImageBytes, nameImage, readImages } from './packet-images.ts';
import { maxThumbnailBytes } from './packet-thumbnails.ts';
import type { RowPks } from './prove-rows.ts';
import { proveRows } from './prove-rows.ts';

/** Packets that a person can download per hour: one with many images takes a second, and 20 MB to send. */
const maxPackets = 60;

/** Packets that a process creates at once: each takes up to 60 MB of memory. */
const packetsAtOnce = 2;

/** Maximum bytes of the text and the fonts of a PDF. */
const pdfBytes = 1_000_000;

/** Finds the record that a query names, and the story that it belongs to. */
async function findSubject(scope: SpotScope, query: QueryOf<typeof createEvidencePacket>) {
  const { rental, visit, violation, entry } = query;
  const findStory = async (): Promise<[PacketSubject['record'], Subject | null]> => {
    if (entry !== undefined) return ['entry', await readEntrySubject(scope, entry)];
    if (visit !== undefined) return ['visit', await readSubject(scope, 'visit', String(visit))];
    if (violation !== undefined)
      return ['violation', await readSubject(scope, 'violation', violation)];
    return ['rental', await readSubject(scope, 'rental', rental ?? '')];
  };
  const [record, story] = await findStory();
  if (!story) throw notFound(recordNames[record]);
  const pks = {
    rental: story.rentalPk,
    visit: story.visitPk,
    violation: story.violationPk,
    entry: story.entryPk,
  };
  return { story, subject: { record, pk: must(pks[record], 'pk of a record') } };
}

const listRowPks = ({ visits, reads, admin }: StoryRows): RowPks => ({
  ledger_entries: admin?.money.entries.map(({ pk }) => pk) ?? [],
  audit_entries: admin?.auditEntries.map(({ pk }) => pk) ?? [],
  plate_reads: reads.map(({ pk }) => pk),
  visits: visits.map(({ pk }) => pk),
});

/** The uuids of the images that rows refer to, from the rows' sealed forms. */
const listImageIds = ({ rows, unsealed }: PacketProof): string[] => {
  const forms = [...rows.map(({ form }) => form), ...unsealed];
  const images = forms.flatMap((form) => Object.values(form)) as ({ uuid?: unknown } | null)[];
  return images.flatMap((image) => (typeof image?.uuid === 'string' ? [image.uuid] : []));
};

interface Making {
  maker: SpotScope['person'];
  files: FileStore;
  key: SealKey;
  verifyUrl: string;
  now: Instant;
}

/** Reads everything that a packet contains. */
async function readPacket(
  scope: SpotScope,
  found: Awaited<ReturnType<typeof findSubject>>,
  { maker, files, key, verifyUrl, now }: Making,
): Promise<Packet> {
  const subject = found.story;
  const [rows, location] = await Promise.all([readStoryRows(scope, subject), readLocation(scope)]);
  const proof = await proveRows(scope, listRowPks(rows));
  const imageRows = await listImages(scope, listImageIds(proof));
  const imagesById = new Map(imageRows.map((row): [string, ImageRow] => [row.uuid, row]));
  const draft = {
    subject: found.subject,
    story: toStory(scope, subject, rows, {
      toImageUrl: (uuid) => {
        const row = uuid === null ? undefined : imagesById.get(uuid);
        return row ? nameImage(row) : null;
      },
      now,
    }),
    location,
    timezone: scope.timezone,
    maker,
    madeAt: now,
  };
  // Images get what the other parts leave of a packet's size. Each adds about 300 bytes to the JSON.
  const otherBytes =
    Buffer.byteLength(writeEvidence({ ...draft, images: [] })) +
    Buffer.byteLength(writeProof(proof)) +
    300 * imageRows.length +
    pdfBytes +
    maxThumbnailBytes;
  const room = Math.max(0, Math.min(maxImageBytes, maxPacketBytes - otherBytes));
  const images = await readImages(files, imageRows, room);
  return { ...draft, images, proof, fingerprint: key.fingerprint, verifyUrl };
}

interface Deps {
  limiter: Limiter;
  files: FileStore;
  secretBox: SecretBox;
  publicUrl: string | undefined;
}

/** Evidence packets, for Admins: each is recorded in the audit log. */
export function evidenceRoutes(serve: Serve, { limiter, files, secretBox, publicUrl }: Deps): void {
  const takeTurn = makeTurns(packetsAtOnce);
  const verifyUrl = `${publicUrl ?? ''}/verify`;

  serve(createEvidencePacket, async ({ scope, query, now }) => {
    if (scope.kind === 'organization')
      throw wrongFields({
        entry: 'A payout belongs to no property. Name a charge, refund, or penalty.',
      });
    await limiter.enforce(`packets ${scope.person.pk}`, maxPackets, now, 'downloads');
    const found = await findSubject(scope, query);
    const { subject } = found;
    const key = openSealKey(secretBox);
    const maker = scope.person;
    return takeTurn(scope.organizationId, async () => {
      const packet = await readPacket(scope, found, { maker, files, key, verifyUrl, now });
      const zip = await writePacketFile(packet, key);
      const { record, pk } = subject;
      const plate = packet.story.car?.plate || undefined;
      const type = record === 'entry' ? 'ledger entry' : record;
      await scope.write((tx) =>
        recordAuditEntry(tx, scope, now, { act: 'export', subject: type, pk, name: plate }),
      );
      return new ZipFile(nameFile(packet, toLocalDate(now, scope.timezone)), zip);
    });
  });
}

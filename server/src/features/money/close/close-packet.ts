import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { CloseContent } from '@lotkeeper/contract/money/close';
import { closeMessages } from '@lotkeeper/contract/money/close';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import { ZipFile } from '../../../kernel/http/binary-files.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import type { SealKey } from '../../../records/trust/seal-key.ts';
import { describeProof, proveRows, zipPacket } from '../../trust/evidence/public.ts';
import { drawClose } from './close-pdf.ts';
import { listClosings, listMonthAudit, readContent } from './closings.queries.ts';
import type { Reader } from './month-sums.queries.ts';

interface Making {
  month: LocalDate;
  key: SealKey;
  verifyUrl: string;
  now: Instant;
}

/** The packet of a closed month: what was frozen, for people and programs, and proof of who signed and closed it. */
export async function buildClosePacket(
  reader: Reader,
  { month, key, verifyUrl, now }: Making,
): Promise<{ closing: number; file: ZipFile; adjustedMonths: LocalDate[] }> {
  const closings = await listClosings(reader);
  const closing = closings.find((item) => item.month === month && item.reopened_at === null);
  if (!closing) throw new Refusal('not_found', closeMessages.notClosed);
  const [[row], audited] = await Promise.all([
    readContent(reader, closing.pk),
    listMonthAudit(reader, month),
  ]);
  const { content: evidence } = must(row, 'content of a closed month');
  const proof = await proveRows(reader, {
    ledger_entries: [],
    audit_entries: audited.map(({ pk }) => pk),
    plate_reads: [],
    visits: [],
  });
  const content = JSON.parse(evidence) as CloseContent;
  const pdf = await drawClose({
    content,
    proofNotes: describeProof(proof).slice(0, 2),
    fingerprint: key.fingerprint,
    verifyUrl,
    madeAt: now,
  });
  const organization = content.organization.uuid;
  const zip = await zipPacket({ pdf, evidence, proof, organization, madeAt: now }, key);
  const file = new ZipFile(inFileName(`close ${month.slice(0, 7)}`), zip);
  return {
    closing: closing.pk,
    file,
    adjustedMonths: content.adjustments.map((item) => item.month),
  };
}

/** Makes a packet for an Admin, which the audit log shows. */
export async function makeClosePacket(scope: OrganizationScope, making: Making): Promise<ZipFile> {
  const { closing, file } = await buildClosePacket(scope, making);
  await scope.write((tx) =>
    recordAuditEntry(tx, scope, making.now, {
      act: 'export',
      subject: 'month',
      pk: closing,
      name: making.month.slice(0, 7),
    }),
  );
  return file;
}

import type { SealedTable } from '../records/trust/sealed-forms.ts';
import type { ImageDifference } from '../records/trust/verify-images.ts';
import type { SealDifference } from '../records/trust/verify-seals.ts';

const rowNames: Record<SealedTable, string> = {
  ledger_entries: 'ledger entry',
  audit_entries: 'audit entry',
  plate_reads: 'plate read',
  visits: 'visit',
};

const messages: Record<SealDifference['problem'], (row: string) => string> = {
  'changed row': (row) => `${row} isn't as it was sealed`,
  'removed row': (row) => `${row} was sealed and is gone`,
  'added row': (row) => `${row} was added among sealed rows later`,
  'missing seal': () => 'the seal is gone',
  'unreadable statement': () =>
    'the statement was changed: it is not one of this organization and day',
  'broken chain': () => "the statement doesn't name the one before, so one of the two was changed",
  'unknown key': () => 'the statement names a key that this installation does not have',
  'wrong signature': () => 'the statement was changed after it was signed',
  'wrong leaves': () =>
    "the hashes of the rows aren't those that were sealed, so the rows weren't compared",
  'changed deletion': () =>
    'the record of what was deleted was changed, so it explains no missing row',
};

/** Describes what differs from a seal, and where. */
export function describeSealDifference({
  organization_id,
  number,
  day,
  problem,
  row,
}: SealDifference) {
  const record = problem === 'changed deletion' ? 'deletion' : 'seal';
  const where = `organization ${organization_id}, ${record} ${number}${day ? ` of ${day}` : ''}`;
  const name = row ? `${rowNames[row.table]} ${row.pk}` : '';
  return `${where}: ${messages[problem](name)}`;
}

const imageMessages: Record<ImageDifference['problem'], string> = {
  'missing image': 'its file is gone',
  'changed image': "its file isn't the one that was stored",
  'unsigned deletion': 'it is marked as deleted, but no signed deletion names it',
};

/** Describes how an image differs from the stored one. */
export function describeImageDifference({ organization_id, uuid, problem }: ImageDifference) {
  return `organization ${organization_id}, image ${uuid}: ${imageMessages[problem]}`;
}

import type { ExportedTable } from './describe-table.ts';
import { describeTable } from './describe-table.ts';

/** Whether a privacy request isn't done. */
const isUnfinished = `state in ('open', 'waiting', 'running')`;

/** Who did what, seals, and what was deleted. */
export const trustTables: readonly ExportedTable[] = [
  describeTable(
    'audit_entries',
    'Who changed what. Rows are sealed.',
    'organization_id pk person_pk spot_pk',
    {
      act: 'What was done.',
      before: 'What it was before.',
      after: 'What it was afterward.',
      happened_at: 'When.',
      subject_type: 'The kind of what was changed.',
      subject_pk: 'Its number.',
      subject_name: 'What it was called.',
    },
  ),
  describeTable(
    'plate_searches',
    'Who searched for a plate or person.',
    'organization_id pk person_pk spot_pk',
    {
      searched_at: 'When.',
      last_searched_at: 'When it was last searched for.',
      page: 'The page.',
      term: 'What was typed.',
      term_key: 'Its letters and digits, uppercase.',
      first_key: 'The shortest that was searched for while it was typed.',
      purpose: 'The purpose stated.',
      note: 'The words of another purpose.',
    },
  ),
  describeTable(
    'holds',
    'What must be kept though a rule would delete it.',
    'organization_id pk rental_pk visit_pk violation_pk',
    {
      reason: 'Why.',
      placed_by: 'Who placed it (people.pk).',
      placed_at: 'When.',
      released_by: 'Who released it (people.pk).',
      released_at: 'When.',
    },
  ),
  describeTable('retention_rules', 'How long a class of data is kept.', 'organization_id', {
    class: 'The class.',
    keep_days: 'For how many days.',
    changed_by: 'Who set it (people.pk).',
    changed_at: 'When.',
    first_night: 'The day after whose end it deletes first.',
  }),
  describeTable('retention_runs', 'What a night deleted.', 'organization_id', {
    local_date: 'The last day that was over at all properties.',
    class: 'The class.',
    keep_days: 'For how many days it was kept.',
    deleted: 'How many rows were deleted.',
    bytes: 'How many bytes of files and texts.',
    started_at: 'When it started.',
    finished_at: 'When it ended.',
  }),
  describeTable(
    'privacy_requests',
    'A driver’s request to see or erase data.',
    'organization_id pk created_by created_at',
    {
      kind: 'plate, email, or phone.',
      hint: 'Whom it is about, masked.',
      plate_state: 'The state of the plate.',
      subject_sealed: { without: 'Encrypted with the installation’s key. Open the request again.' },
      state: {
        text: 'done, failed, or expired. One that wasn’t done is expired here.',
        value: `case when ${isUnfinished} then 'expired' else state end`,
      },
      exported_at: 'When it was exported.',
      confirmed_by: 'Who confirmed it (people.pk).',
      confirmed_at: 'When.',
      finished_at: 'When it was done.',
      erased: 'How many of each class were erased.',
      remaining: 'What stayed.',
    },
  ),
  describeTable('day_seals', 'The seal of a day.', 'organization_id', {
    number: 'The number of the seal.',
    local_date: 'The last day that was over at all properties.',
    sealed_at: 'When it was sealed.',
    statement: 'What is signed, as canonical JSON.',
    signature: 'The signature (Ed25519) with a key of seal_keys.',
    leaves: 'Of each row its number in 8 bytes and its hash in 32.',
    ledger_entries_to: 'The highest ledger entry covered so far.',
    audit_entries_to: 'The highest audit entry covered so far.',
    plate_reads_to: 'The highest plate read covered so far.',
    visits_to: 'The highest visit covered so far.',
    visit_changes_to: 'The highest change of a visit covered so far.',
  }),
  describeTable(
    'deletions',
    'What was deleted, and why it isn’t a gap in the seals.',
    'organization_id',
    {
      number: 'The number of the deletion.',
      subject: 'What was deleted.',
      deleted_at: 'When.',
      statement: 'What is signed, as canonical JSON.',
      signature: 'The signature (Ed25519) with a key of seal_keys.',
      entries: 'Of each row its number and hash; of each image its UUID and SHA-256.',
      first_pk: 'The lowest number among them.',
      last_pk: 'The highest number among them.',
    },
  ),
  describeTable('seal_keys', 'The public keys that signed the seals.', '', {
    fingerprint: 'SHA-256 of the key.',
    public_key: 'The key, 32 bytes.',
    first_used_at: 'When it was first used.',
  }),
];

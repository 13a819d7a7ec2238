import type { Cents } from '@lotkeeper/contract/kernel/money';
import { dollarsText } from '@lotkeeper/contract/kernel/money';
import { writeCanonicalJson } from './canonical-json.ts';
import type { DayStatement, LeafKind } from './day-statements.ts';
import { leafKinds } from './day-statements.ts';
import type { PacketProof, RowForm } from './evidence-packets.ts';
import type { Finding } from './packet-findings.ts';
import { quoteName } from './packet-findings.ts';
import type { CheckedSeal } from './packet-seals.ts';
import { hashRow, isIncluded } from './proofs.ts';

/** A row of a packet, described for people. */
export interface PacketRow {
  table: RowForm['table'];
  pk: number;
  /** `ledger entry 7` */
  name: string;
  /** What it is, in a few words from its columns. */
  summary: string;
  /** The time in it, in milliseconds since 1970. */
  at: number | null;
}

/** A row that is sealed in this form. */
export interface ProvedRow extends PacketRow {
  seal: number;
  day: string;
  /** ISO 8601 in UTC. */
  sealed_at: string;
}

const rowNames: Record<RowForm['table'], string> = {
  ledger_entries: 'ledger entry',
  audit_entries: 'audit entry',
  plate_reads: 'plate read',
  visits: 'visit',
};

export const nameRow = ({ table, pk }: RowForm): string => `${rowNames[table]} ${pk}`;

const readText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? quoteName(value) : null;

const readAmount = (value: unknown): string | null =>
  Number.isSafeInteger(value) ? dollarsText(value as Cents) : null;

const join = (...words: (string | null)[]) => words.filter((word) => word !== null).join(', ');

/** Describes a row of each table by its columns; values of an unexpected type are left out. */
const summaries: Record<RowForm['table'], (row: RowForm) => string> = {
  ledger_entries: ({ kind, gross, refund, external_id }) =>
    join(readText(kind), readAmount(gross || refund), readText(external_id)),
  audit_entries: ({ act, subject_name }) => join(readText(act), readText(subject_name)),
  plate_reads: ({ plate, state }) => join(readText(plate), readText(state)),
  visits: ({ plate, state, status, removed }) =>
    removed === true ? 'removed' : join(readText(plate), readText(state), readText(status)),
};

const timeColumns: Record<RowForm['table'], string> = {
  ledger_entries: 'occurred_at',
  audit_entries: 'happened_at',
  plate_reads: 'captured_at',
  visits: 'entrance_at',
};

/** Rows have microseconds; the limit is the largest JavaScript date. */
function readTime(form: RowForm): number | null {
  const value = form[timeColumns[form.table]];
  if (!Number.isSafeInteger(value)) return null;
  const milliseconds = Math.floor((value as number) / 1000);
  return Math.abs(milliseconds) <= 8.64e15 ? milliseconds : null;
}

const describeRow = (form: RowForm): PacketRow => ({
  table: form.table,
  pk: form.pk,
  name: nameRow(form),
  summary: summaries[form.table](form) || 'no details',
  at: readTime(form),
});

/** The kind of the leaf at an index of the tree, by the counts in its statement. */
function findKind(counts: DayStatement['counts'], index: number): LeafKind | null {
  let end = 0;
  for (const kind of leafKinds) {
    end += counts[kind];
    if (index < end) return kind;
  }
  return null;
}

const countLeaves = ({ counts }: DayStatement): number =>
  leafKinds.reduce((total, kind) => total + counts[kind], 0);

function findRowFault(
  { form, proof }: PacketProof['rows'][number],
  { statement }: CheckedSeal,
  canonical: string,
): string | null {
  const name = nameRow(form);
  const seal = `seal ${statement.number}`;
  const rows = countLeaves(statement);
  if (proof.size !== rows)
    return `The proof of ${name} is for a tree of ${proof.size} rows, and ${seal} has ${rows}.`;
  const kind = findKind(statement.counts, proof.index);
  const isOwnRange = kind === form.table || (kind === 'visit_changes' && form.table === 'visits');
  if (!isOwnRange)
    return kind
      ? `The proof of ${name} points at a row of another table in ${seal}: ${kind}.`
      : `The proof of ${name} points beyond the rows of ${seal}.`;
  if (!isIncluded(hashRow(canonical), proof, statement.root))
    return `${name[0]?.toUpperCase()}${name.slice(1)} is not in ${seal} in this form: the row or its proof was changed.`;
  return null;
}

export interface CheckedRows {
  proved: ProvedRow[];
  /** The proved rows, in their sealed form. */
  provedForms: RowForm[];
  unsealed: PacketRow[];
}

/** Checks that each row of a packet is in its seal, and that none occurs twice. */
export function checkRows(
  proof: PacketProof,
  seals: ReadonlyMap<number, CheckedSeal>,
  findings: Finding[],
): CheckedRows {
  const rows: CheckedRows = { proved: [], provedForms: [], unsealed: [] };
  const forms = new Set<string>();
  const leaves = new Set<string>();
  const addFinding = (form: RowForm, message: string) =>
    findings.push({ subject: nameRow(form), message });
  const isRepeated = (canonical: string) => {
    if (forms.has(canonical)) return true;
    forms.add(canonical);
    return false;
  };
  for (const row of proof.rows) {
    const { form } = row;
    const canonical = writeCanonicalJson(form);
    const leaf = `${row.seal} ${row.proof.index}`;
    const seal = seals.get(row.seal);
    if (isRepeated(canonical) || leaves.has(leaf))
      addFinding(form, `The packet has ${nameRow(form)} twice.`);
    leaves.add(leaf);
    if (!seal) {
      addFinding(form, `The packet doesn’t have seal ${row.seal}, which ${nameRow(form)} names.`);
      continue;
    }
    const fault = findRowFault(row, seal, canonical);
    if (fault) addFinding(form, fault);
    else if (seal.isRight) {
      const { number, day, sealed_at } = seal.statement;
      rows.proved.push({ ...describeRow(form), seal: number, day, sealed_at });
      rows.provedForms.push(form);
    }
  }
  for (const form of proof.unsealed) {
    if (isRepeated(writeCanonicalJson(form)))
      addFinding(form, `The packet has ${nameRow(form)} twice.`);
    rows.unsealed.push(describeRow(form));
  }
  return rows;
}

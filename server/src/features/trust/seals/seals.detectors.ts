import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant, startOfDay, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Sql } from '../../../kernel/data/database.ts';
import type { Detector, OpenDetectors, Problem } from '../../platform/alerts/public.ts';
import { chooseSealedDay } from './sealed-day.rules.ts';
import { readZones } from './zones.ts';

/** A seal is made an hour after the day; it is late when it's missing for this long after that. */
const lateSealMs = 5 * hourMs;
/** The job of seals comes every hour: after a start, it has this long. */
const catchUpMs = hourMs;
const sealLookMs = 10 * minuteMs;

interface UnsealedRow {
  organization_id: number;
  /** The day of the last seal; null before the first. */
  local_date: LocalDate | null;
  /** When the first row arrived that no seal covers. */
  arrived_at: Instant;
}

/** The organizations whose last seal is older than a time. */
async function listUnsealed(sql: Sql, at: Instant): Promise<number[]> {
  const [organizations, sealed] = await Promise.all([
    sql<{ pk: number }[]>`select pk from organizations where created_at < ${at}`,
    sql<{ organization_id: number }[]>`
      select distinct organization_id from day_seals where local_date >= ${toLocalDate(at, 'UTC')}`,
  ]);
  const sealedPks = new Set(sealed.map(({ organization_id }) => organization_id));
  return organizations.map(({ pk }) => pk).filter((pk) => !sealedPks.has(pk));
}

interface SealRow {
  organization_id: number;
  local_date: LocalDate;
  ledger_entries_to: number;
  plate_reads_to: number;
  audit_entries_to: number;
}

/** The first rows that no seal covers, of organizations whose last seal is older than a time. */
async function readUnsealed(sql: Sql, at: Instant): Promise<UnsealedRow[]> {
  const pks = await listUnsealed(sql, at);
  if (pks.length === 0) return [];
  const seals = await sql<SealRow[]>`
    select distinct on (organization_id)
      organization_id, local_date, ledger_entries_to, plate_reads_to, audit_entries_to
    from day_seals where organization_id = any (${pks}::bigint[]) order by organization_id, number desc`;
  const lastSeals = new Map(seals.map((seal) => [seal.organization_id, seal]));
  const selectLater = (
    table: 'ledger_entries' | 'plate_reads' | 'audit_entries',
    column: 'recorded_at' | 'received_at' | 'happened_at',
  ) => sql`
    select w.organization_id, r.${sql.identifier(column)} as arrived_at
    from unnest(${pks}::bigint[], ${pks.map((pk) => lastSeals.get(pk)?.[`${table}_to`] ?? 0)}::bigint[])
      w (organization_id, last_pk)
    join ${sql.identifier(table)} r on r.organization_id = w.organization_id and r.pk > w.last_pk`;
  const rows = await sql<Omit<UnsealedRow, 'local_date'>[]>`
    select organization_id, min(arrived_at) as arrived_at from (
      ${selectLater('ledger_entries', 'recorded_at')}
      union all ${selectLater('plate_reads', 'received_at')}
      union all ${selectLater('audit_entries', 'happened_at')}) later
    group by organization_id`;
  return rows.map((row) => ({
    ...row,
    local_date: lastSeals.get(row.organization_id)?.local_date ?? null,
  }));
}

async function findLateSeals(sql: Sql, now: Instant): Promise<Problem[]> {
  const zones = await readZones(sql);
  const at = instant(now - lateSealMs);
  const rows = await readUnsealed(sql, at);
  return rows.flatMap(({ organization_id, local_date, arrived_at }) => {
    const [zone = 'UTC', ...others] = zones.get(organization_id) ?? [];
    const arrived = toLocalDate(arrived_at, zone);
    if (arrived > chooseSealedDay(at, [zone, ...others])) return [];
    return {
      organization_id,
      spot_pk: null,
      kind: 'seal_late' as const,
      subject: 'seal',
      since: startOfDay(addDays(arrived, 1), zone),
      cost: null,
      facts: { day: local_date },
    };
  });
}

/**
 * Organizations whose days aren't sealed. Looked up every ten minutes, since they are judged by hours. One is a problem
 * after an hour without a new seal, so that a server that was down catches up first.
 */
function openSealDetector(): Detector {
  let last: { at: Instant; problems: Problem[] } | null = null;
  let lateSince = new Map<string, Instant>();
  const keyOf = ({ organization_id, facts }: Problem) => `${organization_id} ${facts['day']}`;
  return {
    kinds: ['seal_late'],
    async findProblems(sql, now) {
      if (last && now - last.at < sealLookMs) return last.problems;
      const late = await findLateSeals(sql, now);
      lateSince = new Map(late.map((seal) => [keyOf(seal), lateSince.get(keyOf(seal)) ?? now]));
      const problems = late.filter(
        (seal) => now - (lateSince.get(keyOf(seal)) ?? now) >= catchUpMs,
      );
      last = { at: now, problems };
      return problems;
    },
  };
}

export const sealsDetectors: OpenDetectors = () => [openSealDetector()];

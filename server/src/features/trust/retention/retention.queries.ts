import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type {
  RetentionRule,
  RetentionRun,
  setRetentionRule,
} from '@lotkeeper/contract/trust/retention';
import { maxLookedAt, maxPreviewed, retentionPageSize } from '@lotkeeper/contract/trust/retention';
import type { RetentionClass } from '@lotkeeper/contract/trust/retention-classes';
import { formatKeepDays, retentionTexts } from '@lotkeeper/contract/trust/retention-classes';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { must } from '../../../kernel/must.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { chooseSealedDay } from '../seals/public.ts';
import { expiringClasses } from './expiring-classes.ts';
import type { OldRow, Position, Source } from './expiry.ts';

const columns = (sql: Sql) => sql`
  r.class, r.keep_days, r.changed_at, p.first_name || ' ' || p.last_name as changed_by`;

/** An organization's rules; classes without one are absent. */
export const listRuleRows = (scope: OrganizationScope) =>
  scope.read<RetentionRule[]>(
    (sql) => sql`
      select ${columns(sql)} from retention_rules r join people p on p.pk = r.changed_by
      where r.organization_id = ${scope.organizationId}`,
  );

/** From the last day that is over: the coming night deletes nothing yet, so there's a day to undo a mistake. */
const nightsOfGrace = 2;

/** Sets or removes a rule, and records the change. Setting the current value changes nothing. */
export function saveRule(
  scope: OrganizationScope,
  { shown, ...rule }: BodyOf<typeof setRetentionRule> & { class: RetentionClass },
  now: Instant,
): Promise<void> {
  const { organizationId, person } = scope;
  return scope.write(async (tx) => {
    const [before] = await tx<{ keep_days: number }[]>`
      select keep_days from retention_rules
      where organization_id = ${organizationId} and class = ${rule.class} for update`;
    const days = before?.keep_days ?? null;
    const { label } = retentionTexts[rule.class];
    await requireShown(
      tx,
      scope,
      shown,
      { keep_days: days },
      {
        subject: 'retention rule',
        pk: null,
        name: label,
        describe: ({ keep_days }) => ({ kept_for: formatKeepDays(keep_days as number | null) }),
      },
    );
    if (days === rule.keep_days) return;
    if (rule.keep_days === null) {
      await tx`
        delete from retention_rules where organization_id = ${organizationId} and class = ${rule.class}`;
    } else {
      const zones = await tx<{ timezone: TimeZone }[]>`
        select distinct timezone from spots where organization_id = ${organizationId}`;
      const first_night: LocalDate = addDays(
        chooseSealedDay(
          now,
          zones.map(({ timezone }) => timezone),
        ),
        nightsOfGrace,
      );
      const row = {
        organization_id: organizationId,
        ...rule,
        changed_by: person.pk,
        changed_at: now,
        first_night,
      };
      await tx`
        insert into retention_rules ${tx.values(row)}
        on conflict (organization_id, class) do update set keep_days = excluded.keep_days,
          changed_by = excluded.changed_by, changed_at = excluded.changed_at,
          first_night = excluded.first_night`;
    }
    await recordAuditEntry(tx, scope, now, {
      act: 'change',
      subject: 'retention rule',
      name: label,
      before: { kept_for: formatKeepDays(days) },
      after: { kept_for: formatKeepDays(rule.keep_days) },
    });
  });
}

interface Preview {
  due: number;
  retained: number;
  more: boolean;
}

/** Counts what a rule would delete now, in batches, up to a number of old rows. */
export async function previewRule(
  scope: OrganizationScope,
  rule: { class: RetentionClass; keep_days: number },
  now: Instant,
): Promise<Preview> {
  const { organizationId } = scope;
  const expiring = expiringClasses[rule.class];
  const expiry = { organizationId, before: instant(now - rule.keep_days * dayMs), now };
  const preview: Preview = { due: 0, retained: 0, more: false };
  const listOld = (source: Source, after: Position) =>
    scope.read<OldRow[]>((sql) => expiring.listOld(sql, expiry, source, after));
  for (const source of await scope.read((sql) => expiring.listSources(sql, organizationId))) {
    for (let after: Position | undefined = expiring.start; after; ) {
      const old: OldRow[] = await listOld(source, after);
      const due = old.filter(({ is_due }) => is_due).length;
      preview.due += due;
      preview.retained += old.length - due;
      if (preview.due >= maxPreviewed || preview.due + preview.retained >= maxLookedAt)
        return { ...preview, more: true };
      after = old.at(-1);
    }
  }
  return preview;
}

/** A page of what was deleted, by night and class, newest first. */
export async function listRunRows(scope: OrganizationScope, page: number) {
  const { organizationId } = scope;
  const [row] = await scope.read<{ results: RetentionRun[]; count: number }[]>(
    (sql) => sql`
      select (select count(*) from retention_runs where organization_id = ${organizationId}) as count,
        (select coalesce(json_agg(d order by d.local_date desc, d.class), '[]') from (
          select r.local_date, r.class, r.keep_days, r.deleted, r.bytes,
            ${toEpochMs(sql, sql`r.finished_at`)} as finished_at
          from retention_runs r where r.organization_id = ${organizationId}
          order by r.local_date desc, r.class
          limit ${sql.literal(retentionPageSize)} offset ${(page - 1) * retentionPageSize}) d) as results`,
  );
  return must(row, 'page of retention runs');
}

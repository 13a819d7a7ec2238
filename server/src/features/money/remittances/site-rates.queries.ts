import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { BookingSite } from '@lotkeeper/contract/money/booking-lists';
import type { SiteRate, setSiteRate } from '@lotkeeper/contract/money/remittances';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import type { Reader } from './bookings.queries.ts';

/** The agreed rates of all sites. */
export const listRates = ({ organizationId, read }: Reader) =>
  read<SiteRate[]>(
    (sql) => sql`
      select a.pk, a.source, a.start_date, a.rate,
        case when s.pk is null then null else json_build_object('pk', s.pk, 'name', s.name) end as property
      from site_rates a
      left join spots s on s.organization_id = ${organizationId} and s.pk = a.spot_pk
      where a.organization_id = ${organizationId}
      order by a.source, lower(s.name) nulls first, a.start_date desc`,
  );

interface ListedFile {
  pk: number;
  source: BookingSite;
  first_date: SiteRate['start_date'];
  last_date: SiteRate['start_date'];
  lines: number;
  added: number;
  refused: number;
  imported_at: number;
  person: string;
}

/** Maximum files of a month that are shown. */
const maxListedFiles = 50;

/** The files with bookings that start in some days, the newest first. */
export const listFiles = (
  { organizationId, read }: Reader,
  days: { first: string; last: string; source: BookingSite | undefined },
) =>
  read<ListedFile[]>(
    (sql) => sql`
      select f.pk, f.source, f.first_date, f.last_date, f.lines, f.added, f.refused,
        ${toEpochMs(sql, sql`f.imported_at`)} as imported_at, p.first_name || ' ' || p.last_name as person
      from remittance_files f join people p on p.pk = f.person_pk
      where f.organization_id = ${organizationId} and f.first_date <= ${days.last}::date
        and f.last_date >= ${days.first}::date
        ${days.source === undefined ? sql`` : sql`and f.source = ${days.source}`}
      order by f.pk desc limit ${sql.literal(maxListedFiles)}`,
  );

/** Sets or removes an agreed rate, and records the change. */
export async function changeRate(
  scope: OrganizationScope,
  { source, spot, start_date, rate }: BodyOf<typeof setSiteRate>,
  now: Instant,
): Promise<void> {
  const { organizationId } = scope;
  await scope.write(async (tx) => {
    const [property] = await tx<{ name: string }[]>`
      select name from spots where organization_id = ${organizationId} and pk = ${spot}`;
    if (spot !== null) requireFound(property, 'property');
    const [earlier] = await tx<{ pk: number; rate: number }[]>`
      select pk, rate from site_rates
      where organization_id = ${organizationId} and source = ${source} and start_date = ${start_date}
        and spot_pk is not distinct from ${spot}::bigint
      for update`;
    if ((earlier?.rate ?? null) === rate) return;
    if (rate === null)
      await tx`delete from site_rates where organization_id = ${organizationId} and pk = ${earlier?.pk ?? null}`;
    else
      await tx`
        insert into site_rates (organization_id, source, spot_pk, start_date, rate)
        values (${organizationId}, ${source}, ${spot}, ${start_date}, ${rate})
        on conflict (organization_id, source, spot_pk, start_date) do update set rate = excluded.rate`;
    await recordAuditEntry(tx, scope, now, {
      act: rate === null ? 'remove' : earlier ? 'change' : 'add',
      subject: 'booking site rate',
      name: [source, property?.name, start_date].filter(Boolean).join(' '),
      before: earlier ? { rate: earlier.rate } : undefined,
      after: rate === null ? undefined : { rate },
    });
  });
}

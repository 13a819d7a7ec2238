import type { FoundClass, KeepReason } from '@lotkeeper/contract/trust/privacy-classes';
import { foundClasses } from '@lotkeeper/contract/trust/privacy-classes';
import type { Finding, KeptCount } from '@lotkeeper/contract/trust/privacy-requests';
import type { Scope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { driverRows } from './driver-rows.ts';
import type { Search } from './keep-reasons.ts';

/** What both a scope and the jobs read with. */
export type Read = Pick<Scope, 'read'>['read'];

interface ReasonCount {
  reason: KeepReason | null;
  count: number;
}

const countReasons = (sql: Sql, search: Search, name: FoundClass) => sql<ReasonCount[]>`
  select f.reason, count(*) as count from (${driverRows[name](sql, search)}) f
  group by 1 order by 1`;

/** Counts the data about a driver by class, one class after another: some scan all texts. */
export async function countFindings(read: Read, search: Search): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of foundClasses) {
    const counts = await read((sql) => countReasons(sql, search, name));
    const due = counts.find(({ reason }) => reason === null)?.count ?? 0;
    const remaining = counts.flatMap(({ reason, count }) => (reason ? [{ reason, count }] : []));
    const found = remaining.reduce((total, { count }) => total + count, due);
    if (found > 0) findings.push({ class: name, found, due, remaining });
  }
  return findings;
}

/** The findings that stay, as a completed request lists them. */
export const listKept = (findings: readonly Finding[]): KeptCount[] =>
  findings.flatMap(({ class: name, remaining }) =>
    remaining.map((row) => ({ class: name, ...row })),
  );

interface Plate {
  plate: string;
  state: string;
  country: string;
}

const maxPlates = 50;

/** The cars of a plate, or those of a person's rentals and visitors. */
export const listPlates = (sql: Sql, { organizationId, subject }: Search) => {
  const { kind, key } = subject;
  const isPerson = (email: string | null, phone: string) => {
    if (kind === 'phone')
      return sql`right(regexp_replace(${sql.unsafe(phone)}, '\\D', '', 'g'), 10) = ${key}`;
    return email === null ? sql`false` : sql`lower(${sql.unsafe(email)}) = ${key}`;
  };
  const isFound =
    kind === 'plate'
      ? sql`c.plate_key = ${key} and (${subject.state}::text is null or c.state in ('', ${subject.state}))`
      : sql`c.pk in (
          select r.car_pk from live_rentals r where r.organization_id = ${organizationId}
            and ${isPerson('r.renter_email', 'r.renter_phone')}
          union
          select g.car_pk from visitors g where g.organization_id = ${organizationId}
            and ${isPerson(null, 'g.phone')})`;
  return sql<Plate[]>`
    select c.plate, c.state, c.country from cars c
    where c.organization_id = ${organizationId} and ${isFound}
    order by c.plate, c.state, c.country limit ${sql.literal(maxPlates)}`;
};

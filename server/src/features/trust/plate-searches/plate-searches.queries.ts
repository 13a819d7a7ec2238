import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minSearchCharacters, toSearchKey } from '@lotkeeper/contract/kernel/searches';
import type { PlateSearch, PlateSearchFilter } from '@lotkeeper/contract/trust/plate-searches';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { must } from '../../../kernel/must.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

/** Every part of a key that a search may have found it by. */
function listPartialKeys(key: string): string[] {
  const characters = Array.from(key);
  const keys = new Set([key]);
  for (let start = 0; start < characters.length; start += 1) {
    for (let end = start + minSearchCharacters; end <= characters.length; end += 1)
      keys.add(characters.slice(start, end).join(''));
  }
  return [...keys];
}

/** The pks of the searches that may have found a plate, name, or number, each by an index. */
function findSearches(sql: Sql, { organizationId }: OrganizationScope, search: string): Fragment {
  const key = toSearchKey(search);
  return sql`
    select pk from plate_searches
    where organization_id = ${organizationId} and first_key = any (${listPartialKeys(key)}::text[])
    union
    select pk from plate_searches
    where organization_id = ${organizationId} and term_key >= ${key} and term_key < ${key} || ${'\u{10ffff}'}`;
}

/** A batch of the log, newest first, below a pk. */
export const listSearchRows = (
  scope: OrganizationScope,
  { person, search }: PlateSearchFilter,
  { before, limit }: { before: number | undefined; limit: number },
) =>
  scope.read<PlateSearch[]>(
    (sql) => sql`
      select s.pk, json_build_object('pk', p.pk, 'name', p.first_name || ' ' || p.last_name,
          'superuser', p.superuser) as person,
        ${toEpochMs(sql, sql`s.searched_at`)} as searched_at,
        ${toEpochMs(sql, sql`s.last_searched_at`)} as last_searched_at, s.page,
        case when s.spot_pk is not null then json_build_object('pk', s.spot_pk, 'name', (
          select name from spots where organization_id = ${scope.organizationId} and pk = s.spot_pk)) end as spot,
        s.term, nullif(s.first_key, s.term_key) as typed_from, s.purpose, s.note
      from plate_searches s join people p on p.pk = s.person_pk
      where s.organization_id = ${scope.organizationId}
        ${before === undefined ? sql`` : sql`and s.pk < ${before}`}
        ${person === undefined ? sql`` : sql`and s.person_pk = ${person}`}
        ${search === undefined ? sql`` : sql`and s.pk in (${findSearches(sql, scope, search)})`}
      order by s.pk desc limit ${limit}`,
  );

/** Everyone in the log, by name. Reads the index once per person, whatever they searched for. */
export const listSearcherRows = (scope: OrganizationScope) =>
  scope.read<{ pk: number; name: string }[]>(
    (sql) => sql`
      with recursive searchers as (
        select min(person_pk) as person_pk from plate_searches
        where organization_id = ${scope.organizationId}
        union all
        select (
          select min(n.person_pk) from plate_searches n
          where n.organization_id = ${scope.organizationId} and n.person_pk > s.person_pk)
        from searchers s where s.person_pk is not null)
      select p.pk, p.first_name || ' ' || p.last_name as name
      from searchers s join people p on p.pk = s.person_pk
      order by lower(p.first_name || ' ' || p.last_name), p.pk`,
  );

/** Whether an organization requires a purpose. */
export async function readAsksPurpose(scope: OrganizationScope): Promise<boolean> {
  const [row] = await scope.read<{ asks_search_purpose: boolean }[]>(
    (sql) => sql`select asks_search_purpose from organizations where pk = ${scope.organizationId}`,
  );
  return must(row, 'organization').asks_search_purpose;
}

/** Sets whether a purpose is required, and records the change. Setting the current value changes nothing. */
export function saveAsksPurpose(
  scope: OrganizationScope,
  asksPurpose: boolean,
  now: Instant,
): Promise<void> {
  return scope.write(async (tx) => {
    const { count } = await tx`
      update organizations set asks_search_purpose = ${asksPurpose}
      where pk = ${scope.organizationId} and asks_search_purpose <> ${asksPurpose}`;
    if (count === 0) return;
    const describe = (isRequired: boolean) => ({
      purpose_of_searches: isRequired ? 'required' : 'not required',
    });
    const states = { before: describe(!asksPurpose), after: describe(asksPurpose) };
    const subject = { subject: 'organization', pk: scope.organizationId } as const;
    await recordAuditEntry(tx, scope, now, { act: 'change', ...subject, ...states });
  });
}

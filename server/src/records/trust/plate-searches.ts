import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { StatedPurpose } from '@lotkeeper/contract/kernel/searches';
import { purposeMinutes, toSearchKey } from '@lotkeeper/contract/kernel/searches';
import type { SpotScope, WholeOrganizationScope } from '../../kernel/access/scope.ts';
import type { Tx } from '../../kernel/data/database.ts';
import type { Search } from '../../kernel/http/log-search.ts';
import { must } from '../../kernel/must.ts';

/** How long a longer or shorter version of the same text counts as typing. */
const typingMs = minuteMs;
/** How long typing extends one row. */
const longestTypingMs = 10 * minuteMs;
/** How long the same search again extends a row: another page of a list, or a list that refreshes itself. */
const repeatMs = 30 * minuteMs;
/** How many of a person's rows are searched for one to extend. */
const recentRows = 20;

/** The purpose in force, and whether the person may search with it, or without one. */
async function readPurposeInForce(
  tx: Tx,
  { organizationId, person }: WholeOrganizationScope | SpotScope,
  now: Instant,
): Promise<{ stated: StatedPurpose | null; isAllowed: boolean }> {
  const [row] = await tx<
    { purpose: StatedPurpose['purpose'] | null; note: string | null; is_allowed: boolean }[]
  >`
    select s.purpose, s.note, not o.asks_search_purpose or s.purpose is not null as is_allowed
    from organizations o
    left join search_purposes s on s.organization_id = ${organizationId} and s.person_pk = ${person.pk}
      and s.stated_at > ${instant(now - purposeMinutes * minuteMs)}
    where o.pk = ${organizationId}`;
  const { purpose, note, is_allowed } = must(row, 'organization');
  return { stated: purpose === null ? null : { purpose, note }, isAllowed: is_allowed };
}

/**
 * Extends the row of a search that is repeated or typed, otherwise adds one. The row keeps the longest and the shortest
 * text; everything typed lies between them. Two statements (one write a statement:
 * `nodes.ts`).
 */
async function saveSearch(
  tx: Tx,
  scope: WholeOrganizationScope | SpotScope,
  { page, term, key }: Search,
  stated: StatedPurpose | null,
  now: Instant,
): Promise<void> {
  const { organizationId, person } = scope;
  const spotPk = scope.kind === 'spot' ? scope.spotPk : null;
  const { purpose, note } = stated ?? { purpose: null, note: null };
  const extended = await tx`
    update plate_searches p set last_searched_at = greatest(p.last_searched_at, ${now}),
      term = case when char_length(${key}) > char_length(p.term_key) then ${term} else p.term end,
      term_key = case when char_length(${key}) > char_length(p.term_key) then ${key} else p.term_key end,
      first_key = case when char_length(${key}) < char_length(p.first_key) then ${key} else p.first_key end
    where p.organization_id = ${organizationId} and p.pk = (
      select r.pk from (
        select pk, page, spot_pk, term_key, searched_at, last_searched_at, purpose, note from plate_searches
        where organization_id = ${organizationId} and person_pk = ${person.pk}
        order by pk desc limit ${recentRows}) r
      where r.page = ${page} and r.spot_pk is not distinct from ${spotPk}::bigint
        and r.purpose is not distinct from ${purpose}::text and r.note is not distinct from ${note}::text and (
          (r.term_key = ${key} and r.last_searched_at > ${instant(now - repeatMs)})
          or ((starts_with(${key}, r.term_key) or starts_with(r.term_key, ${key}))
            and r.last_searched_at > ${instant(now - typingMs)} and r.searched_at > ${instant(now - longestTypingMs)}))
      order by r.pk desc limit 1)
      -- Another search may have extended it meanwhile.
      and (starts_with(${key}, p.term_key) or starts_with(p.term_key, ${key}))
    returning p.pk`;
  if (extended.length > 0) return;
  const row = {
    organization_id: organizationId,
    person_pk: person.pk,
    searched_at: now,
    last_searched_at: now,
    page,
    spot_pk: spotPk,
    term,
    term_key: key,
    first_key: key,
    purpose,
    note,
  };
  await tx`insert into plate_searches ${tx.values(row)}`;
}

/**
 * Logs a search with the purpose that the person stated, in the primary database. False when the organization requires
 * a purpose and none is in force; then nothing is logged, and nothing may be searched.
 */
export function logPlateSearch(
  scope: WholeOrganizationScope | SpotScope,
  search: Search,
  now: Instant,
): Promise<boolean> {
  const { organizationId, person } = scope;
  return scope.write(async (tx) => {
    if (search.purpose) {
      const row = {
        organization_id: organizationId,
        person_pk: person.pk,
        ...search.purpose,
        stated_at: now,
      };
      await tx`
        insert into search_purposes ${tx.values(row)}
        on conflict (organization_id, person_pk) do update set purpose = excluded.purpose,
          note = excluded.note, stated_at = excluded.stated_at`;
    }
    const { stated, isAllowed } = await readPurposeInForce(tx, scope, now);
    if (isAllowed) await saveSearch(tx, scope, search, stated, now);
    return isAllowed;
  });
}

/** Logs a look at watched plates, each with the purpose that it is watched for. */
export const logWatchedPlates = (
  scope: WholeOrganizationScope | SpotScope,
  plates: readonly (StatedPurpose & { plate: string })[],
  now: Instant,
): Promise<void> =>
  scope.write(async (tx) => {
    for (const { plate, purpose, note } of plates) {
      const search = { page: 'watched_plates' as const, term: plate, key: toSearchKey(plate) };
      await saveSearch(tx, scope, { ...search, purpose: null }, { purpose, note }, now);
    }
  });

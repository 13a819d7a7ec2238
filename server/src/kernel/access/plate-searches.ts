import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { SearchPage, StatedPurpose } from '@lotkeeper/contract/kernel/searches';
import { purposeMinutes } from '@lotkeeper/contract/kernel/searches';
import type { Tx } from '../data/database.ts';
import type { SpotScope, WholeOrganizationScope } from './scope.ts';

/** What is logged of a search. */
export interface Search {
  page: SearchPage;
  term: string;
  /** Its letters and digits. */
  key: string;
  /** What this call says that it is for; null = what its person stated last. */
  purpose: StatedPurpose | null;
}

/** How long more or less of the same text counts as typing. */
const typingMs = minuteMs;
/** How long typing extends one row. */
const longestTypingMs = 10 * minuteMs;
/** How long the same again extends a row: another page of a list, or a list that refreshes itself. */
const repeatMs = 30 * minuteMs;
/** Rows of a person among which the one to extend is looked for. */
const recentRows = 20;

/**
 * Extends the row of a search that is repeated or typed, else adds one; neither where a purpose is needed and there is
 * none. The row keeps the longest text and the shortest, between which everything was typed.
 */
async function saveSearch(
  tx: Tx,
  scope: WholeOrganizationScope | SpotScope,
  { page, term, key }: Search,
  now: Instant,
): Promise<boolean> {
  const { organizationId, person } = scope;
  const spotPk = scope.kind === 'spot' ? scope.spotPk : null;
  const [row] = await tx<{ is_allowed: boolean }[]>`
    with stated as (
      select s.purpose, s.note, not o.asks_search_purpose or s.purpose is not null as is_allowed
      from organizations o
      left join search_purposes s on s.organization_id = ${organizationId} and s.person_pk = ${person.pk}
        and s.stated_at > ${instant(now - purposeMinutes * minuteMs)}
      where o.pk = ${organizationId}),
    recent as (
      select pk, page, spot_pk, term_key, searched_at, last_searched_at, purpose, note from plate_searches
      where organization_id = ${organizationId} and person_pk = ${person.pk}
      order by pk desc limit ${recentRows}),
    candidate as (
      select r.pk from recent r join stated s
        on s.is_allowed and r.purpose is not distinct from s.purpose and r.note is not distinct from s.note
      where r.page = ${page} and r.spot_pk is not distinct from ${spotPk}::bigint and (
        (r.term_key = ${key} and r.last_searched_at > ${instant(now - repeatMs)})
        or ((starts_with(${key}, r.term_key) or starts_with(r.term_key, ${key}))
          and r.last_searched_at > ${instant(now - typingMs)} and r.searched_at > ${instant(now - longestTypingMs)}))
      order by r.pk desc limit 1),
    extended as (
      update plate_searches p set last_searched_at = greatest(p.last_searched_at, ${now}),
        term = case when char_length(${key}) > char_length(p.term_key) then ${term} else p.term end,
        term_key = case when char_length(${key}) > char_length(p.term_key) then ${key} else p.term_key end,
        first_key = case when char_length(${key}) < char_length(p.first_key) then ${key} else p.first_key end
      where p.organization_id = ${organizationId} and p.pk = (select pk from candidate)
        -- Another search may have extended it meanwhile.
        and (starts_with(${key}, p.term_key) or starts_with(p.term_key, ${key}))
      returning p.pk),
    added as (
      insert into plate_searches (organization_id, person_pk, searched_at, last_searched_at, page, spot_pk,
        term, term_key, first_key, purpose, note)
      select ${organizationId}::bigint, ${person.pk}::bigint, ${now}::timestamptz, ${now}::timestamptz,
        ${page}::text, ${spotPk}::bigint, ${term}::text, ${key}::text, ${key}::text, purpose, note
      from stated where is_allowed and not exists (select from extended)
      returning pk)
    select is_allowed from stated`;
  return row?.is_allowed ?? false;
}

/**
 * Logs a search, with the purpose that its person stated, in the database that writes go to. False where the
 * organization asks for a purpose and none is in force; then nothing is logged, and nothing may be searched.
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
    return saveSearch(tx, scope, search, now);
  });
}

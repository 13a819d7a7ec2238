import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { LetterContent, LetterKind } from '@lotkeeper/contract/money/letters';
import type { LinkScope, OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { endWaitingMails } from '../../../records/platform/member-messages.ts';
import type { LetterKey } from './stop-tokens.ts';

/** The letters that the caller gets. */
export const listChosen = ({ organizationId, person, ...scope }: OrganizationScope) =>
  scope.read<{ kind: LetterKind }[]>(
    (sql) => sql`
      select kind from letter_choices
      where organization_id = ${organizationId} and person_pk = ${person.pk}`,
  );

/** Has a letter sent to somebody, from the one after `sentStart` on. */
export async function insertChoice(
  tx: Tx,
  { organization_id, person_pk, kind }: LetterKey,
  { sentStart, now }: { sentStart: LocalDate; now: Instant },
): Promise<void> {
  await tx`
    insert into letter_choices (organization_id, person_pk, kind, chosen_at, sent_start)
    values (${organization_id}, ${person_pk}, ${kind}, ${now}, ${sentStart})
    on conflict (organization_id, person_pk, kind) do nothing`;
}

/** Stops a letter, also one that waits to be sent; returns whether it was sent before. */
export async function deleteChoice(
  sql: Sql,
  { organization_id, person_pk, kind }: LetterKey,
  now: Instant,
): Promise<boolean> {
  const rows = await sql`
    delete from letter_choices
    where organization_id = ${organization_id} and person_pk = ${person_pk} and kind = ${kind}
    returning kind`;
  const keyStart = `letter-${kind}-`;
  await endWaitingMails(sql, { organization_id, person_pk, keyStart, now });
  return rows.length > 0;
}

/** The organization that a link from a mail is about, and whether the letter is still sent. */
export async function findStopped(
  scope: LinkScope,
  { organization_id, person_pk, kind }: LetterKey,
): Promise<{ organization: string; is_chosen: boolean } | null> {
  const [row] = await scope.read<{ organization: string; is_chosen: boolean }[]>(
    (sql) => sql`
      select o.name as organization, exists (
        select from letter_choices
        where organization_id = ${organization_id} and person_pk = ${person_pk} and kind = ${kind}) as is_chosen
      from organizations o where o.pk = ${organization_id}`,
  );
  return row ?? null;
}

export interface KeptLetter {
  content: LetterContent;
  written_at: Instant;
}

/** The letter about some days as it was sent; null if nobody got it. */
export async function findKept(
  { organizationId, ...scope }: OrganizationScope,
  kind: LetterKind,
  start: LocalDate,
): Promise<KeptLetter | null> {
  const [row] = await scope.read<KeptLetter[]>(
    (sql) => sql`
      select content, ${toEpochMs(sql, sql`written_at`)} as written_at from letters
      where organization_id = ${organizationId} and kind = ${kind} and start_date = ${start}`,
  );
  return row ?? null;
}

/** Keeps a letter, unless it was kept already; returns the kept one. */
export async function keepLetter(
  tx: Tx,
  { organizationId, kind, start }: { organizationId: number; kind: LetterKind; start: LocalDate },
  content: LetterContent,
  now: Instant,
): Promise<LetterContent> {
  await tx`
    insert into letters (organization_id, kind, start_date, content, written_at)
    values (${organizationId}, ${kind}, ${start}, ${tx.json(content)}, ${now})
    on conflict (organization_id, kind, start_date) do nothing`;
  const [row] = await tx<Pick<KeptLetter, 'content'>[]>`
    select content from letters
    where organization_id = ${organizationId} and kind = ${kind} and start_date = ${start}`;
  return row?.content ?? content;
}

/** An organization with somebody who hasn’t got the newest letter, and how many properties it has in a zone. */
export interface UnsentRow {
  organization_id: number;
  kind: LetterKind;
  sent_start: LocalDate;
  timezone: TimeZone;
  count: number;
}

/** Where somebody may be due a letter, by organization, kind and zone. */
export const listUnsent = (sql: Sql, newest: Record<LetterKind, LocalDate>) =>
  sql<UnsentRow[]>`
    select c.organization_id, c.kind, min(c.sent_start) as sent_start, s.timezone, count(distinct s.pk) as count
    from letter_choices c
    join spots s on s.organization_id = c.organization_id
    where c.sent_start < case c.kind when 'weekly' then ${newest.weekly}::date else ${newest.monthly}::date end
    group by c.organization_id, c.kind, s.timezone`;

/** Who wants a letter and hasn’t got it yet. */
const selectUnsent = (
  sql: Sql,
  { organizationId, kind, start }: { organizationId: number; kind: LetterKind; start: LocalDate },
) => sql`
  letter_choices
  where organization_id = ${organizationId} and kind = ${kind} and sent_start < ${start}`;

/** Whether somebody still waits for a letter. */
export async function isAwaited(sql: Sql, letter: Parameters<typeof selectUnsent>[1]) {
  const rows = await sql`select from ${selectUnsent(sql, letter)} limit 1`;
  return rows.length > 0;
}

/** Takes the people who wait for a letter, so that no other run does; returns the Admins with an email address. */
export async function claimReaders(
  tx: Tx,
  letter: Parameters<typeof selectUnsent>[1],
): Promise<{ person_pk: number }[]> {
  const { organizationId, kind, start } = letter;
  const claimed = await tx<{ person_pk: number }[]>`
    update letter_choices set sent_start = ${start}
    where organization_id = ${organizationId} and kind = ${kind} and sent_start < ${start}
    returning person_pk`;
  const people = claimed.map(({ person_pk }) => person_pk);
  return tx`
    select a.person_pk from affiliations a join people p on p.pk = a.person_pk
    where a.organization_id = ${organizationId} and a.type = 'parking' and a.role = 'ADMIN'
      and a.person_pk = any(${people}::bigint[]) and p.email is not null`;
}

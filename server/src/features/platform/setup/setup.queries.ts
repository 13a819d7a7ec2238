import { testSource } from '@lotkeeper/contract/intake/api-keys';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { beginSetup, SetupStep } from '@lotkeeper/contract/platform/setup';
import { setupMessages, setupSteps } from '@lotkeeper/contract/platform/setup';
import { spotPrices } from '@lotkeeper/contract/platform/spots';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql, SqlPool } from '../../../kernel/data/database.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

/** Whether anybody has an account. */
export async function hasPeople(sql: Sql): Promise<boolean> {
  const [{ exists }] = await sql<[{ exists: boolean }]>`select exists (select from people)`;
  return exists;
}

/** Creates the first person and their organization, whose Admin they are; of two at once, the second is refused. */
export function insertFirstPerson(
  sql: SqlPool,
  { company: name, ...person }: Omit<BodyOf<typeof beginSetup>, 'ticket'>,
  now: Instant,
): Promise<{ pk: number; organization: number }> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('first person', 0))`;
    if (await hasPeople(tx)) throw new Refusal('code_invalid', setupMessages.done);
    const [{ pk }] = await tx<[{ pk: number }]>`
      insert into people ${tx.values({ ...person, superuser: true, created_at: now })} returning pk`;
    const [organization] = await tx<[{ pk: number }]>`
      insert into organizations (name, commission_rate) values (${name}, 0) returning pk`;
    await tx`
      insert into affiliations (organization_id, person_pk, role, created_at)
      values (${organization.pk}, ${pk}, 'ADMIN', ${now})`;
    const author = { organizationId: organization.pk, person: { pk } };
    const after = { name, first_admin: pk };
    await recordAuditEntry(tx, author, now, { act: 'create', subject: 'organization', after });
    return { pk, organization: organization.pk };
  });
}

/** The steps that are done. What a server sends belongs to no organization. */
export async function listDoneSteps(
  scope: OrganizationScope,
  isSending: boolean,
): Promise<SetupStep[]> {
  const { organizationId, person } = scope;
  const [row] = await scope.read<[Record<Exclude<SetupStep, 'messages'>, boolean>]>(
    (sql) => sql`
      select
        exists (select from spots where organization_id = ${organizationId}) as property,
        exists (select from spots where organization_id = ${organizationId}
          and coalesce(${sql.unsafe(spotPrices.join(', '))}) is not null) as prices,
        exists (select from affiliations where organization_id = ${organizationId}
            and person_pk <> ${person.pk})
          or exists (select from invitations where organization_id = ${organizationId}
            and removed_at is null) as people,
        exists (select from payout_accounts where organization_id = ${organizationId}
          and bank_ref is not null) as payouts,
        exists (select from camera_feeds where organization_id = ${organizationId})
          or exists (select from api_keys where organization_id = ${organizationId}
            and revoked_at is null) as arrivals,
        exists (select from live_rentals r where r.organization_id = ${organizationId}
          and r.source <> ${testSource}) as records`,
  );
  const done = { ...row, messages: isSending };
  return setupSteps.filter((step) => done[step]);
}

/** Ends the set-up; ending it again changes nothing. */
export async function markSetUp(scope: OrganizationScope, now: Instant): Promise<void> {
  await scope.write(async (tx) => {
    const ended = await tx`
      update organizations set setup_ended_at = ${now}
      where pk = ${scope.organizationId} and setup_ended_at is null returning pk`;
    if (ended.length === 0) return;
    const after = { is_set_up: true };
    await recordAuditEntry(tx, scope, now, { act: 'change', subject: 'organization', after });
  });
}

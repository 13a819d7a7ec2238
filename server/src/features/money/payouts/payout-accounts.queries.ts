import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { holdHours } from '@lotkeeper/contract/money/payouts';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import { enqueueOnce } from '../../../kernel/data/jobs.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import type { AccountChange } from '../../../processor/processor.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { bankChangeJob } from './bank-change-mail.ts';

export interface KnownAccount {
  uuid: string;
  account_ref: string | null;
  held_until: Instant | null;
}

/** The organization's account at the processor in use. */
export async function readKnownAccount(
  scope: OrganizationScope,
  processor: string,
): Promise<KnownAccount> {
  const [row] = await scope.read<KnownAccount[]>(
    (sql) => sql`
      select o.uuid, a.account_ref, a.held_until from organizations o
      left join payout_accounts a on a.organization_id = ${scope.organizationId} and a.processor = ${processor}
      where o.pk = ${scope.organizationId}`,
  );
  return requireFound(row, 'organization');
}

/** Stores the processor's id of a new account. */
export function keepAccountRef(
  scope: OrganizationScope,
  { processor, account_ref }: { processor: string; account_ref: string },
) {
  const row = { organization_id: scope.organizationId, processor, account_ref };
  return scope.write(async (tx) => {
    await tx`
      delete from payout_accounts
      where organization_id = ${scope.organizationId} and processor <> ${processor}`;
    await tx`
      insert into payout_accounts ${tx.values(row)}
      on conflict (organization_id) do update set account_ref = excluded.account_ref`;
  });
}

/** Holds payouts from now on, before the processor learns of another bank account. */
export function holdPayouts(scope: OrganizationScope, processor: string, now: Instant) {
  const row = {
    organization_id: scope.organizationId,
    processor,
    held_until: now + holdHours * hourMs,
  };
  return scope.write(
    (tx) => tx`
      insert into payout_accounts ${tx.values(row)}
      on conflict (organization_id) do update set held_until = excluded.held_until`,
  );
}

/** Releases a hold whose change did not happen; another change's hold stays. */
export function liftHold(scope: OrganizationScope, before: Instant | null, now: Instant) {
  return scope.write(
    (tx) => tx`
      update payout_accounts set held_until = ${before}
      where organization_id = ${scope.organizationId} and held_until = ${now + holdHours * hourMs}`,
  );
}

const subjects = {
  bank_account: 'payout bank account',
  ein: 'payout EIN',
  representative: 'payout representative',
} as const;

/** Stores the change's display data, writes an audit entry, and queues a message to every Admin. */
export function keepAccountChange(
  scope: OrganizationScope,
  processor: string,
  change: AccountChange,
  now: Instant,
) {
  return scope.write(async (tx) => {
    await upsertAccount(tx, scope.organizationId, { processor, change, now });
    const { bank, representative, kind } = change;
    const after = bank
      ? { bank_name: bank.bank_name, last_four: bank.last_four }
      : representative
        ? { representative }
        : {};
    await recordAuditEntry(tx, scope, now, { act: 'change', subject: subjects[kind], after });
    if (bank) await queueMails(tx, scope.organizationId, now);
  });
}

/** Data of another processor doesn't apply to this one. */
async function upsertAccount(
  tx: Tx,
  organizationId: number,
  { processor, change, now }: { processor: string; change: AccountChange; now: Instant },
) {
  const { account_ref, bank, representative } = change;
  await tx`
    delete from payout_accounts where organization_id = ${organizationId} and processor <> ${processor}`;
  const row = {
    organization_id: organizationId,
    processor,
    account_ref,
    bank_ref: bank?.ref ?? null,
    bank_name: bank?.bank_name ?? null,
    bank_last_four: bank?.last_four ?? null,
    bank_changed_at: bank ? now : null,
    held_until: bank ? now + holdHours * hourMs : null,
    has_ein: change.kind === 'ein',
    representative,
  };
  await tx`
    insert into payout_accounts ${tx.values(row)}
    on conflict (organization_id) do update set account_ref = excluded.account_ref,
      bank_ref = coalesce(excluded.bank_ref, payout_accounts.bank_ref),
      bank_name = coalesce(excluded.bank_name, payout_accounts.bank_name),
      bank_last_four = coalesce(excluded.bank_last_four, payout_accounts.bank_last_four),
      bank_changed_at = coalesce(excluded.bank_changed_at, payout_accounts.bank_changed_at),
      held_until = coalesce(excluded.held_until, payout_accounts.held_until),
      has_ein = payout_accounts.has_ein or excluded.has_ein,
      representative = coalesce(excluded.representative, payout_accounts.representative)`;
}

async function queueMails(tx: Tx, organizationId: number, now: Instant) {
  const admins = await tx<{ person_pk: number }[]>`
    select person_pk from affiliations
    where organization_id = ${organizationId} and type = 'parking' and role = 'ADMIN'
    order by person_pk`;
  for (const { person_pk } of admins) {
    await enqueueOnce(
      tx,
      bankChangeJob,
      { organization_id: organizationId, person_pk },
      { key: `bank change ${organizationId} ${person_pk} ${now}`, runAt: now },
    );
  }
}

import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { AccountRequirements } from '@lotkeeper/contract/money/payout-requirements';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database, Sql } from '../../../kernel/data/database.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { tellOrganization } from '../../../kernel/http/newest-change.ts';
import type { PaymentProcessor, ProcessorEvent } from '../../../processor/processor.ts';
import { ProcessorDown, ProcessorRefused } from '../../../processor/processor.ts';

/** Stores the processor's requirements of an account; a reading older than the stored one is ignored. */
async function keepRequirements(
  sql: Sql,
  account: { processor: string; account_ref: string },
  requirements: AccountRequirements,
  readAt: Instant,
): Promise<void> {
  await sql`
    update payout_accounts set requirements = ${sql.json(requirements)}, requirements_read_at = ${readAt}
    where processor = ${account.processor} and account_ref = ${account.account_ref}
      and coalesce(requirements_read_at <= ${readAt}, true)`;
}

/** Fetches the processor's requirements of an account, and stores them. */
export async function refreshRequirements(
  { sql, clock, processor }: { sql: Sql; clock: Clock; processor: PaymentProcessor },
  accountRef: string,
): Promise<AccountRequirements> {
  const askedAt = clock();
  const requirements = await processor.readRequirements(accountRef);
  const account = { processor: processor.name, account_ref: accountRef };
  await keepRequirements(sql, account, requirements, askedAt);
  return requirements;
}

/**
 * Refreshes an organization's account, because webhooks may not be set up; with `isStopped`, only if nothing is known
 * about it or it couldn't be paid. If the processor doesn't answer, its last answer stays.
 */
export async function refreshAccount(
  deps: { sql: Sql; clock: Clock; processor: PaymentProcessor },
  organizationId: number,
  { isStopped = false } = {},
): Promise<void> {
  const [account] = await deps.sql<{ account_ref: string }[]>`
    select account_ref from payout_accounts
    where organization_id = ${organizationId} and processor = ${deps.processor.name}
      and account_ref is not null
      and (not ${isStopped} or coalesce((requirements ->> 'can_be_paid')::boolean, false) = false)`;
  if (!account) return;
  try {
    await refreshRequirements(deps, account.account_ref);
  } catch (error) {
    if (!(error instanceof ProcessorDown || error instanceof ProcessorRefused)) throw error;
  }
}

/** Handles an event of an organization's account at the processor. */
export function makeAccountFollower(deps: {
  database: Database;
  clock: Clock;
  processor: PaymentProcessor;
  publish: Publish;
}) {
  const { clock, processor } = deps;
  const sql = deps.database.system;
  return async ({ object_ref: accountRef }: ProcessorEvent): Promise<string | null> => {
    const [account] = await sql<{ organization_id: number }[]>`
      select organization_id from payout_accounts
      where processor = ${processor.name} and account_ref = ${accountRef}`;
    if (!account) return 'unknown';
    await refreshRequirements({ sql, clock, processor }, accountRef);
    await tellOrganization(sql, deps.publish, account.organization_id);
    return null;
  };
}

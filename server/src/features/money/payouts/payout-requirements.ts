import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { AccountRequirements } from '@lotkeeper/contract/money/payout-requirements';
import { scopeMaker } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../kernel/data/database.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { tellOrganization } from '../../../kernel/http/newest-change.ts';
import type { PaymentProcessor, ProcessorEvent } from '../../../processor/processor.ts';
import { ProcessorDown, ProcessorRefused } from '../../../processor/processor.ts';
import type { Writer } from '../../../records/money/processor-orders.ts';

interface Asking {
  clock: Clock;
  processor: PaymentProcessor;
}

/** Stores the processor's requirements of an account; a reading older than the stored one is ignored. */
async function keepRequirements(
  { organizationId, write }: Writer,
  account: { processor: string; account_ref: string },
  requirements: AccountRequirements,
  readAt: Instant,
): Promise<void> {
  await write(
    (tx) => tx`
      update payout_accounts set requirements = ${tx.json(requirements)}, requirements_read_at = ${readAt}
      where organization_id = ${organizationId} and processor = ${account.processor}
        and account_ref = ${account.account_ref} and coalesce(requirements_read_at <= ${readAt}, true)`,
  );
}

/** Fetches the processor's requirements of an account, and stores them. */
export async function refreshRequirements(
  { clock, processor }: Asking,
  writer: Writer,
  accountRef: string,
): Promise<AccountRequirements> {
  const askedAt = clock();
  const requirements = await processor.readRequirements(accountRef);
  const account = { processor: processor.name, account_ref: accountRef };
  await keepRequirements(writer, account, requirements, askedAt);
  return requirements;
}

/**
 * Refreshes an organization's account, because webhooks may not be set up; with `isStopped`, only if nothing is known
 * about it or it couldn't be paid. If the processor doesn't answer, its last answer stays.
 */
export async function refreshAccount(
  deps: Asking,
  writer: Writer,
  { isStopped = false } = {},
): Promise<void> {
  const [account] = await writer.write(
    (tx) => tx<{ account_ref: string }[]>`
      select account_ref from payout_accounts
      where organization_id = ${writer.organizationId} and processor = ${deps.processor.name}
        and account_ref is not null
        and (not ${isStopped} or coalesce((requirements ->> 'can_be_paid')::boolean, false) = false)`,
  );
  if (!account) return;
  try {
    await refreshRequirements(deps, writer, account.account_ref);
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
  const openScope = scopeMaker(deps.database, 'jobs').job;
  return async ({ object_ref: accountRef }: ProcessorEvent): Promise<string | null> => {
    const [account] = await sql<{ organization_id: number }[]>`
      select organization_id from payout_accounts
      where processor = ${processor.name} and account_ref = ${accountRef}`;
    if (!account) return 'unknown';
    const scope = openScope(account.organization_id);
    await refreshRequirements({ clock, processor }, scope, accountRef);
    await scope.write((tx) => tellOrganization(tx, deps.publish, scope.organizationId));
    return null;
  };
}

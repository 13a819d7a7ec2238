import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { asRefusal } from './payout-account-change.ts';
import { keepAccountRef, readKnownAccount } from './payout-accounts.queries.ts';
import { refreshRequirements } from './payout-requirements.ts';

/** Opens the processor's own page for its open requirements, and returns the URL. */
export async function startOnboarding(
  scope: OrganizationScope,
  processor: PaymentProcessor,
  returnUrl: string,
): Promise<string> {
  const known = await readKnownAccount(scope, processor.name);
  try {
    const { account_ref, url } = await processor.startOnboarding(known, returnUrl);
    if (known.account_ref === null) {
      await keepAccountRef(scope, { processor: processor.name, account_ref });
    }
    return url;
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Fetches the processor's requirements of an account again, if there is one. */
export async function askRequirements(
  deps: { clock: Clock; processor: PaymentProcessor },
  scope: OrganizationScope,
): Promise<void> {
  const { account_ref } = await readKnownAccount(scope, deps.processor.name);
  if (account_ref === null) return;
  try {
    await refreshRequirements(deps, scope, account_ref);
  } catch (error) {
    throw asRefusal(error);
  }
}

import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { payoutMessages } from '@lotkeeper/contract/money/payouts';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { LiveSession } from '../../../kernel/access/sessions.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { AccountChange, PaymentProcessor } from '../../../processor/processor.ts';
import { ProcessorDown, ProcessorRefused } from '../../../processor/processor.ts';
import { consumeLoginCode, sessionCaller } from '../../people/session/public.ts';
import type { KnownAccount } from './payout-accounts.queries.ts';
import {
  holdPayouts,
  keepAccountChange,
  liftHold,
  readKnownAccount,
} from './payout-accounts.queries.ts';
import { refreshAccount } from './payout-requirements.ts';

interface Deps {
  sql: SqlPool;
  clock: Clock;
  secretBox: SecretBox;
  processor: PaymentProcessor;
}

/** Translates the processor's answer: it refused, or it can't be reached. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof ProcessorRefused) {
    return new Refusal('invalid_fields', error.message);
  }
  if (!(error instanceof ProcessorDown)) return error;
  return new Refusal(
    'unavailable',
    `${payoutMessages.updateFailure}. The payment processor isn’t responding. Try again in a moment.`,
  );
}

async function checkCode(deps: Deps, session: LiveSession, code: string | undefined, now: Instant) {
  if (!code) {
    const message = payoutMessages.codeNeeded;
    throw new Refusal('invalid_fields', message, { code: message });
  }
  const attempt = { personPk: session.person.pk, caller: sessionCaller(session), code };
  if (await consumeLoginCode(deps, attempt, now)) return;
  throw new Refusal('code_invalid', payoutMessages.wrongCode, { code: payoutMessages.wrongCode });
}

/**
 * Changes the bank account: requires a fresh code, and holds payouts before the processor learns of it, so that none
 * goes to an account that nobody here knows yet (docs/security.md, 28).
 */
async function applyBank(
  { processor }: Deps,
  scope: OrganizationScope,
  { known, token, now }: { known: KnownAccount; token: string; now: Instant },
): Promise<AccountChange> {
  await holdPayouts(scope, processor.name, now);
  try {
    return await processor.apply(known, token);
  } catch (error) {
    if (error instanceof ProcessorRefused) await liftHold(scope, known.held_until, now);
    throw error;
  }
}

/**
 * Changes the account at the processor to the one behind the token, and stores its name and last digits for display.
 */
export async function changeAccount(
  deps: Deps,
  scope: OrganizationScope,
  { token, code, session }: { token: string; code?: string | undefined; session: LiveSession },
  now: Instant,
): Promise<void> {
  const { processor } = deps;
  const known = await readKnownAccount(scope, processor.name);
  try {
    const isBank = (await processor.kindOf(token)) === 'bank_account';
    if (isBank) await checkCode(deps, session, code, now);
    const change = isBank
      ? await applyBank(deps, scope, { known, token, now })
      : await processor.apply(known, token);
    await keepAccountChange(scope, processor.name, change, now);
    await refreshAccount(deps, scope);
  } catch (error) {
    throw asRefusal(error);
  }
}

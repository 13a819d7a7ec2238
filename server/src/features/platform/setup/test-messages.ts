import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { testMedia } from '@lotkeeper/contract/platform/setup';
import { setupMessages } from '@lotkeeper/contract/platform/setup';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { PersonScope } from '../../../kernel/access/scope.ts';
import { Refusal } from '../../../kernel/refusal.ts';

type Person = PersonScope['person'];

/** Test messages per person and hour. */
const testsAnHour = 10;

export const testMessage = {
  subject: 'Test message from Lotkeeper',
  text: 'This is a test message. If you can read it, messages of Lotkeeper arrive.',
};

/** Where a person's own test message goes. */
export function findOwnAddress(
  { email, phone }: Person,
  medium: (typeof testMedia)[number],
): string {
  const to = medium === 'email' ? email : phone;
  if (to === null) throw new Refusal('conflict', setupMessages.noAddress[medium]);
  return to;
}

export const limitTests = (limiter: Limiter, { pk }: Person, now: Instant): Promise<void> =>
  limiter.enforce(`test messages ${pk}`, testsAnHour, now);

/**
 * Refuses a test that failed, with the reason in words; who runs the installation is shown the server's own last line,
 * too. It isn't a fault of ours, so it has no code for support.
 */
export function refuseTest(error: unknown, { superuser }: Person, before = ''): never {
  const { message, answer } = error as Error & { answer?: string };
  const answerText = superuser && answer ? ` It answered: “${answer.slice(0, 300)}”` : '';
  throw new Refusal('conflict', `${before}${message}${answerText}`);
}

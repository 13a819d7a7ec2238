import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { isBirthDateOfAdult } from '@lotkeeper/contract/money/birth-date';
import {
  confirmSandboxPayment,
  createCardToken,
  createProcessorToken,
  processorMessages,
} from '@lotkeeper/contract/money/processor';
import type { Limiter } from '../kernel/access/limits.ts';
import type { Serve } from '../kernel/http/call.ts';
import { getClientNetwork } from '../kernel/load/client-network.ts';
import { Refusal } from '../kernel/refusal.ts';
import { ProcessorRefused } from './processor.ts';
import type { Sandbox } from './sandbox.ts';

/** Maximum tokens per IP address and hour. */
const tokensPerAddress = 60;

/** The sandbox's endpoints for the browser. Real processors have theirs on their own machines. */
export function sandboxRoutes(serve: Serve, deps: { limiter: Limiter; sandbox: Sandbox }): void {
  serve(createProcessorToken, async ({ body, now, request }) => {
    await deps.limiter.enforce(`processor ${getClientNetwork(request)}`, tokensPerAddress, now);
    const today = toLocalDate(now, 'UTC');
    if (body.kind === 'representative' && !isBirthDateOfAdult(body.birth_date, today)) {
      const message = processorMessages.birthDate;
      throw new Refusal('invalid_fields', message, { birth_date: message });
    }
    return { token: await deps.sandbox.createToken(body) };
  });

  serve(createCardToken, async ({ body, now, request }) => {
    await deps.limiter.enforce(`processor ${getClientNetwork(request)}`, tokensPerAddress, now);
    return { token: await deps.sandbox.createCardToken(body) };
  });

  serve(confirmSandboxPayment, async ({ body, now, request }) => {
    await deps.limiter.enforce(`processor ${getClientNetwork(request)}`, tokensPerAddress, now);
    try {
      await deps.sandbox.confirmCharge(body.client_secret);
    } catch (error) {
      throw error instanceof ProcessorRefused ? new Refusal('conflict', error.message) : error;
    }
    return { confirmed: true as const };
  });
}

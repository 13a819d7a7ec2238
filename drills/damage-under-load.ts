import type { Lotkeeper } from './lotkeeper.ts';
import { waitFor } from './lotkeeper.ts';
import type { PaymentRun, Progress } from './payments.ts';
import { sendPayments } from './payments.ts';
import { openOrganization } from './people.ts';

/** Payments that must have been acknowledged since the last damage, so that there is a load to damage. */
const paymentsPerRound = 20;

/** What was sent, how long each recovery took in milliseconds, and the server processes that were seen. */
interface DamagedRun {
  run: PaymentRun;
  recoveries: number[];
  servers: Set<number | undefined>;
}

/** Sends payments and does the damage in each round. `damage` returns the milliseconds of the recovery. */
export async function damageUnderLoad(
  lotkeeper: Lotkeeper,
  rounds: number,
  damage: (progress: Progress) => Promise<number>,
): Promise<DamagedRun> {
  const organization = await openOrganization(lotkeeper);
  const ending = new AbortController();
  const progress: Progress = { acknowledged: () => 0 };
  const sending = sendPayments(organization, ending.signal, progress);
  const recoveries: number[] = [];
  const servers = new Set([lotkeeper.serverPid()]);
  try {
    for (let round = 0; round < rounds; round++) {
      const target = progress.acknowledged() + paymentsPerRound;
      await waitFor('payments', () => progress.acknowledged() >= target);
      recoveries.push(await damage(progress));
      servers.add(lotkeeper.serverPid());
    }
  } finally {
    ending.abort();
  }
  return { run: await sending, recoveries, servers };
}

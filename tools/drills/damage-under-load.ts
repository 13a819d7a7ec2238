import type { Lotkeeper } from './lotkeeper.ts';
import type { PaymentRun, Payments } from './payments.ts';
import { startPayments } from './payments.ts';
import { openOrganization } from './people.ts';

/** Payments that must have been acknowledged since the last damage, so that there is a load to damage. */
const paymentsPerRound = 20;

/** What was sent, the longest recovery in milliseconds, and how many server processes ended. */
interface DamagedRun {
  run: PaymentRun;
  slowestMs: number;
  endedServers: number;
}

/** Sends payments and does the damage in each round. `damage` returns the milliseconds of the recovery. */
export async function damageUnderLoad(
  lotkeeper: Lotkeeper,
  rounds: number,
  damage: (payments: Payments) => Promise<number>,
): Promise<DamagedRun> {
  const payments = startPayments(await openOrganization(lotkeeper));
  const recoveries: number[] = [];
  const servers = new Set([lotkeeper.serverPid()]);
  for (let round = 0; round < rounds; round++) {
    await payments.waitForMore(paymentsPerRound);
    recoveries.push(await damage(payments));
    servers.add(lotkeeper.serverPid());
  }
  const run = await payments.end();
  return { run, slowestMs: Math.max(...recoveries), endedServers: servers.size - 1 };
}

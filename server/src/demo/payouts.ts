import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, atLocalTime } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Database } from '../kernel/database.ts';
import type { PayoutInput } from '../records/entries.ts';
import { recordPayouts } from '../records/entries.ts';
import type { World } from './world.ts';
import { recording } from './writer.ts';

/** Pays each month's net to the operator on the 5th of the next month, as far as that day has come. */
export async function payOut(database: Database, world: World): Promise<void> {
  const months = await database.system<{ month: LocalDate; net: Cents }[]>`
    select local_date as month, sum(gross - refunds - tax - processing_fee - commission)::bigint as net
    from revenue_months where organization_id = ${world.organizationPk}
    group by 1 order by 1`;
  const payouts: PayoutInput[] = [];
  for (const { month, net } of months) {
    const local_date = addDays(addMonths(month, 1), 4);
    const paid_at = atLocalTime(local_date, 10 * 60, world.organization.zone);
    if (paid_at > world.now || net <= 0) continue;
    const name = month.slice(0, 7);
    payouts.push({
      source: 'lotkeeper',
      external_id: `payout-${name}`,
      paid_at,
      local_date,
      amount: net,
      statement_descriptor: `LOTKEEPER ${name}`,
    });
  }
  await recording(database, world, (recorder) => recordPayouts(recorder, payouts));
}

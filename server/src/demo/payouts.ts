import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, atLocalTime } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { ProcessorSecrets } from '@lotkeeper/contract/money/processor';
import type { Database } from '../kernel/data/database.ts';
import { openSandbox } from '../processor/sandbox.ts';
import type { PayoutInput } from '../records/money/entries.ts';
import { recordPayouts } from '../records/money/entries.ts';
import { netRevenue } from '../records/money/revenue.ts';
import type { World } from './world.ts';
import { recording } from './writer.ts';

/** A bank account at the sandbox processor, an EIN and a representative, as if entered long ago. */
async function openAccount({ system }: Database, world: World): Promise<void> {
  const { account } = world.organization;
  if (!account) return;
  const sandbox = openSandbox({ sql: system, clock: () => world.now });
  const [organization] = await system<[{ uuid: string }]>`
    select uuid from organizations where pk = ${world.organizationPk}`;
  const { bank, person } = account;
  const apply = async (secrets: ProcessorSecrets) => {
    const token = await sandbox.createToken(secrets);
    return sandbox.apply({ ...organization, account_ref: null }, token);
  };
  await apply({ kind: 'ein', ein: '12-3456789' });
  const [first_name = '', last_name = ''] = person.split(' ');
  await apply({ kind: 'representative', first_name, last_name, birth_date: '04/12/1979' });
  const change = await apply({ kind: 'bank_account', ...bank });
  await system`
    insert into payout_accounts ${system.values({
      organization_id: world.organizationPk,
      processor: sandbox.name,
      account_ref: change.account_ref,
      bank_ref: change.bank?.ref ?? null,
      bank_name: change.bank?.bank_name ?? null,
      bank_last_four: change.bank?.last_four ?? null,
      bank_changed_at: world.now - world.days * dayMs,
      has_ein: true,
      representative: person,
    })}`;
}

/** Pays each month's net to the operator on the 5th of the next month, up to the present. */
export async function payOut(database: Database, world: World): Promise<void> {
  await openAccount(database, world);
  const months = await database.system<{ month: LocalDate; net: Cents }[]>`
    select local_date as month, sum(${netRevenue(database.system)})::bigint as net
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

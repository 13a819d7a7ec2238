import {
  checkOutValetSession,
  getValetSessionByCode,
  payValetSession,
} from '@lotkeeper/contract/operations/valet';
import { afterEach, beforeEach, expect } from 'vitest';
import { makeValetOrderSweeper } from '../features/operations/valet/valet.jobs.ts';
import type { Publish } from '../kernel/http/live.ts';
import { openSandbox } from '../processor/sandbox.ts';
import { listDisagreements } from '../records/ledger.ts';
import { faulty } from './payouts.factory.ts';
import { makeOrganization, signedInMember } from './people.factory.ts';
import { makeSpot } from './spots.factory.ts';
import { clockAt, testApp } from './test-app.ts';
import { testDatabase } from './test-database.ts';
import type { TestValetSession } from './valet.factory.ts';

export const noon = '2026-06-15T19:00:00Z';

/** What `takenFor` returns if one charge was made and recorded, and if none was. */
export const once = (amount: number) => ({ charged: [amount], entered: [amount] });
export const nothing = { charged: [], entered: [] };

/**
 * A valet stand at a property with 8 % tax, whose processor can be given faults. Each test of the file begins at
 * noon without any; whatever went wrong in it, the sums that the pages read must equal the ledger's.
 */
export async function openValetStand() {
  const database = await testDatabase();
  const sql = database.system;
  const clock = clockAt(noon);
  const sandbox = openSandbox({ sql, clock });
  const processor = faulty(sandbox);
  const at = await testApp({ now: noon, database, clock, processor });
  const organization = await makeOrganization(sql);
  await sql`
    update organizations set tax_rate = 800, processing_rate = 290 where pk = ${organization.pk}`;
  const spot = await makeSpot(sql, { organization });
  const valet = await signedInMember(at, organization, 'VALET');
  beforeEach(() => {
    clock.set(noon);
    processor.faults.length = 0;
  });
  afterEach(async () => {
    expect(await listDisagreements(sql)).toEqual([]);
  });
  const publish: Publish = (event, { pk }) => void at.told.push([event, pk]);
  const deps = { ...at, sql, processor, publish };
  const toInput = (session: { pk: number }) => ({ params: { id: String(session.pk) } });
  return {
    at,
    sql,
    deps,
    sandbox,
    processor,
    organization,
    spot,
    valet,
    /** The stand's view of a session whose code is entered. */
    find: async ({ code }: TestValetSession) => {
      const input = { params: { code }, query: { spot: String(spot.pk) } };
      return (await at.call(getValetSessionByCode, input, valet)).body;
    },
    pay: (
      session: { pk: number },
      { balance, quoted_at }: { balance: number; quoted_at: number },
      by = valet,
    ) => at.call(payValetSession, { ...toInput(session), body: { balance, quoted_at } }, by),
    checkOut: (session: { pk: number }, by = valet) =>
      at.call(checkOutValetSession, toInput(session), by),
    sweep: () => makeValetOrderSweeper(deps)(),
    /** What the processor charged for a session, and what the ledger has for it. */
    takenFor: async ({ uuid }: { uuid: string }) => {
      const charges = await sql<{ amount: number }[]>`
        select amount from processor.charges
        where key like ${`${uuid}-%`} and confirmed and not canceled`;
      const entries = await sql<{ gross: number }[]>`
        select gross from ledger_entries where source = 'valet' and external_id like ${`${uuid}-%`}`;
      return {
        charged: charges.map(({ amount }) => amount),
        entered: entries.map(({ gross }) => gross),
      };
    },
  };
}

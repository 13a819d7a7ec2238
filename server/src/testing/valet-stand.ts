import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import {
  checkOutValetSession,
  getValetSessionByCode,
  payValetSession,
} from '@lotkeeper/contract/operations/valet';
import { afterEach, beforeEach, expect } from 'vitest';
import { makeValetOrderSweeper } from '../features/operations/valet/valet.jobs.ts';
import type { Publish } from '../kernel/http/live.ts';
import { openSandbox } from '../processor/sandbox.ts';
import { listDisagreements } from '../records/money/ledger.ts';
import { faulty } from './payouts.factory.ts';
import { makeOrganization, signedInMember } from './people.factory.ts';
import { makeSpot } from './spots.factory.ts';
import { clockAt, testApp } from './test-app.ts';
import { testDatabase } from './test-database.ts';
import type { TestValetSession } from './valet.factory.ts';
import { makeValetSession, verify } from './valet.factory.ts';

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
  /** The stand's view of a session whose code is entered. */
  const find = async ({ code }: TestValetSession) => {
    const input = { params: { code }, query: { spot: String(spot.pk) } };
    return (await at.call(getValetSessionByCode, input, valet)).body;
  };
  const pay = (
    session: { pk: number },
    { balance, quoted_at }: { balance: number; quoted_at: number },
    by = valet,
  ) => at.call(payValetSession, { ...toInput(session), body: { balance, quoted_at } }, by);
  const sweep = () => makeValetOrderSweeper(deps)();
  /** What the processor charged for a session, and what the ledger has for it. */
  const takenFor = async ({ uuid }: { uuid: string }) => {
    const charges = await sql<{ amount: number }[]>`
      select amount from processor.charges
      where key like ${`${uuid}-%`} and confirmed and not canceled`;
    const entries = await sql<{ gross: number }[]>`
      select gross from ledger_entries where source = 'valet' and external_id like ${`${uuid}-%`}`;
    return {
      charged: charges.map(({ amount }) => amount),
      entered: entries.map(({ gross }) => gross),
    };
  };
  /**
   * Clients of two people pay one session at once, in rounds; in every other one, half of them have a quote of their
   * own. Returns what isn't one charge of $10.80 per round.
   */
  const payTogether = async ({ clients, rounds }: { clients: number; rounds: number }) => {
    const people = [valet, await signedInMember(at, organization, 'ADMIN')] as const;
    const odd: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const since = fromIso('2026-06-15T17:30:00Z');
      const session = await makeValetSession(at, spot, { since, card: true });
      for (const person of people) await verify(at, spot, session, person);
      const { quote } = await find(session);
      const quotes = [
        quote,
        { ...quote, quoted_at: quote.quoted_at - (round % 2) * 1000 },
      ] as const;
      if (round % 5 === 0) processor.faults.push('answer lost');
      const answers = await Promise.all(
        Array.from({ length: clients }, (_, n) =>
          pay(session, n % 2 ? quotes[1] : quotes[0], n % 2 ? people[1] : people[0]),
        ),
      );
      processor.faults.length = 0;
      await sweep();
      const statuses = answers.map(({ status }) => status);
      if (statuses.some((status) => ![200, 409, 503].includes(status))) odd.push(statuses.join());
      const taken = await takenFor(session);
      if (taken.charged.join() !== '1080' || taken.entered.join() !== '1080') {
        odd.push(JSON.stringify(taken));
      }
    }
    return odd;
  };
  return {
    at,
    sql,
    deps,
    sandbox,
    processor,
    organization,
    spot,
    valet,
    find,
    pay,
    checkOut: (session: { pk: number }, by = valet) =>
      at.call(checkOutValetSession, toInput(session), by),
    sweep,
    takenFor,
    payTogether,
  };
}

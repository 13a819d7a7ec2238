import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { cents } from '@lotkeeper/contract/kernel/money';
import {
  bankMessages,
  decideBankLine,
  getBank,
  importBankFile,
  listBankPayouts,
  previewBankFile,
} from '@lotkeeper/contract/money/bank';
import { beforeEach, describe, expect, test } from 'vitest';
import { scopeMaker } from '../../../kernel/access/scope.ts';
import { recordPayouts } from '../../../records/money/entries.ts';
import {
  camtSample,
  csvSample,
  mt940Sample,
  ofxSample,
} from '../../../testing/bank-samples.factory.ts';
import { makePayoutAccount, payOut as payDue } from '../../../testing/payouts.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { bankJobs } from './bank.jobs.ts';
import { rematch } from './bank-matches.queries.ts';

const statements: string[] = [];
const onStatement = (statement: string) => void statements.push(statement);
const database = await testDatabase(undefined, 6, {}, { onStatement });
const at = await testApp({ now: '2026-06-15T19:00:00Z', database });
const sql = at.database.system;

let organization: { pk: number; uuid: string };
let token: string;

beforeEach(async () => {
  organization = await makeOrganization(sql);
  token = (await signedInMember(at, organization, 'ADMIN')).token;
});

interface Paid {
  day: string;
  amount: number;
  descriptor?: string;
  id?: string;
  returns?: string;
}

/** Records payouts; returns their pks. */
async function payOut(...payouts: Paid[]): Promise<number[]> {
  const recorded = await recording(sql, organization.pk, (recorder) =>
    recordPayouts(
      recorder,
      payouts.map(
        ({
          day,
          amount,
          descriptor = 'LOTKEEPER 2026-04',
          id = `payout-${day}-${amount}`,
          ...returned
        }) => ({
          source: 'payout',
          external_id: id,
          ...returned,
          paid_at: fromIso(`${day}T17:00:00Z`),
          local_date: day as LocalDate,
          amount: cents(amount),
          statement_descriptor: descriptor,
        }),
      ),
    ),
  );
  await sql.begin((tx) => rematch(tx, organization.pk));
  return recorded.map(({ pk }) => pk);
}

type Reading = InputOf<typeof importBankFile>['query'];

const send = (text: string, query: Reading = {}) =>
  at.call(
    importBankFile,
    { params: { orgId: String(organization.pk) }, query, body: Buffer.from(text) },
    { token },
  );

const days = { start_date: '2026-01-01', end_date: '2026-06-30' };
const page = '1';

const read = async () => {
  const params = { orgId: String(organization.pk) };
  const bank = await at.call(getBank, { params, query: days }, { token });
  const payouts = await at.call(listBankPayouts, { params, query: { ...days, page } }, { token });
  return { bank: bank.body, payouts: payouts.body.results };
};

const decide = (line: number, payouts: number[] | null) =>
  at.call(decideBankLine, { body: { organization: organization.pk, line, payouts } }, { token });

const csv = (...rows: string[]) => ['Date,Description,Amount', ...rows].join('\n');

describe('adding files', () => {
  test('a payout of May 5 arrives on May 6', async () => {
    await payOut({ day: '2026-05-05', amount: 872_000 });
    const { body } = await send(ofxSample());
    expect(body).toMatchObject({ lines: 4, added: 4, known: 0, refused: 0, matched: 1 });
    const { payouts, bank } = await read();
    expect(payouts).toMatchObject([
      { state: 'arrived', line: { local_date: '2026-05-06', amount: 872_000 }, by_person: false },
    ]);
    expect(bank).toMatchObject({
      lines: 4,
      first_date: '2026-05-06',
      last_date: '2026-05-31',
      arrived: { count: 1, amount: 872_000 },
      not_arrived: { count: 0, amount: 0 },
    });
  });

  test('the same file again adds nothing', async () => {
    await send(mt940Sample);
    expect((await send(mt940Sample)).body).toMatchObject({ lines: 4, added: 0, known: 4 });
    expect((await read()).bank.lines).toBe(4);
  });

  test('files that overlap add each line once, and equal lines of a day as often as they are there', async () => {
    const fee = '2026-05-07,FEE,-1.00';
    await send(csv('2026-05-06,A,1.00', fee, fee));
    const { body } = await send(csv(fee, fee, fee, '2026-05-08,B,2.00'));
    expect(body).toMatchObject({ lines: 4, added: 2, known: 2 });
    expect((await read()).bank.lines).toBe(5);
  });

  test('nothing but date, amount and descriptor is kept', async () => {
    await send(camtSample);
    const [row] = await sql<{ all: string }[]>`
      select string_agg(l::text, ' ') as all from bank_lines l where organization_id = ${organization.pk}`;
    expect(row?.all).toContain('WIRE FEE TO …6789');
    expect(row?.all).not.toContain('000123456789');
  });

  test('another currency is refused, and nothing is added', async () => {
    const { status, body } = await send(ofxSample(undefined, '<OFX>', 'EUR'));
    expect(status).toBe(400);
    expect(body).toMatchObject({ detail: bankMessages.currency('EUR') });
    expect((await read()).bank.lines).toBe(0);
  });

  test('lines that can’t be read are named, and the others are added', async () => {
    const { body } = await send(`${csvSample}Total;;1.00;;\n`);
    expect(body).toMatchObject({
      added: 4,
      refused: 1,
      problems: [{ line: 10, reason: '“Total” isn’t a date.' }],
    });
  });

  test('a preview records nothing, and counts what is here', async () => {
    await send(csv('2026-05-06,A,1.00'));
    const text = csv('2026-05-06,A,1.00', '2026-05-07,B,2.00');
    const input = { params: { orgId: organization.uuid }, query: {}, body: Buffer.from(text) };
    const { body } = await at.call(previewBankFile, input, { token });
    expect(body).toMatchObject({
      format: 'csv',
      lines: 2,
      known: 1,
      first: [{ amount: 100 }, { amount: 200 }],
    });
    expect((await read()).bank.lines).toBe(1);
  });

  test('columns that were chosen once are used for the next file with the same names', async () => {
    const names = 'A,B,C';
    const refused = await send(`${names}\n4/5/2026,LOTKEEPER,1.00\n`);
    expect(refused.status).toBe(400);
    const columns = 'date,description,amount';
    const chosen = { columns, date_order: 'dmy', header_line: '1' } as const;
    expect((await send(`${names}\n4/5/2026,X,1.00\n`, chosen)).body).toMatchObject({ added: 1 });
    const next = await send(`${names}\n5/6/2026,Y,2.00\n`, { header_line: '1' });
    expect(next.body).toMatchObject({ added: 1 });
    expect((await read()).bank).toMatchObject({
      first_date: '2026-05-04',
      last_date: '2026-06-05',
    });
  });
});

describe('states of payouts', () => {
  test('a payout that isn’t in the bank after seven days is missing; one that no file covers isn’t', async () => {
    await payOut(
      { day: '2026-03-05', amount: 100 },
      { day: '2026-05-05', amount: 200 },
      { day: '2026-06-12', amount: 300 },
    );
    await send(csv('2026-05-06,A,1.99', '2026-05-20,B,1.00'));
    const { payouts, bank } = await read();
    expect(payouts.map(({ amount, state }) => [amount, state])).toEqual([
      [300, 'waiting'],
      [200, 'missing'],
      [100, 'no_statement'],
    ]);
    expect(bank.missing).toEqual({ count: 1, amount: 200 });
    expect(bank.not_arrived).toEqual({ count: 3, amount: 600 });
  });

  test('a payout that came back isn’t missing, and its return is a withdrawal', async () => {
    await payOut(
      { day: '2026-05-05', amount: 872_000, id: 'a' },
      { day: '2026-05-08', amount: -872_000, id: 'b', returns: 'a' },
    );
    await send(csv('2026-05-06,STRIPE,8720.00', '2026-05-09,RETURN,-8720.00', '2026-05-30,X,1.00'));
    const { payouts } = await read();
    expect(payouts.map(({ amount, state }) => [amount, state])).toEqual([
      [-872_000, 'arrived'],
      [872_000, 'arrived'],
    ]);
  });

  const depositOf20 = '2026-05-21,LOTKEEPER 2026-05-20,195.16';
  const returnOf22 = '2026-05-22,ACH RETURN R03 LOTKEEPER,-195.16';
  const paidOn20 = { day: '2026-05-20', amount: 19_516, descriptor: 'LOTKEEPER 2026-05-20' };

  test('a payout that the bank took back isn’t arrived, until a person says that the withdrawal is no return', async () => {
    await payOut(paidOn20);
    await send(csv(depositOf20, returnOf22, '2026-06-01,X,1.00'));
    const { payouts, bank } = await read();
    expect(payouts).toMatchObject([
      { state: 'sent_back', line: { amount: 19_516 }, back_line: { amount: -19_516 } },
    ]);
    expect(bank).toMatchObject({
      arrived: { count: 0, amount: 0 },
      not_arrived: { count: 1, amount: 19_516 },
      sent_back: { count: 1, amount: 19_516 },
      unknown: [],
    });
    await decide(payouts[0]?.back_line?.pk ?? 0, []);
    expect((await read()).payouts).toMatchObject([{ state: 'arrived', back_line: null }]);
  });

  test('a deposit that a person matched is taken back too', async () => {
    const payouts = await payOut(
      { ...paidOn20, amount: 19_000 },
      { ...paidOn20, amount: 516, day: '2026-05-21' },
    );
    await send(csv(depositOf20));
    await decide((await read()).bank.questions[0]?.line.pk ?? 0, payouts);
    await send(csv(returnOf22));
    expect((await read()).payouts.map(({ state }) => state)).toEqual(['sent_back', 'sent_back']);
  });

  test('a return that the ledger has and the bank has not isn’t in the bank', async () => {
    await payOut(
      { ...paidOn20, id: 'a' },
      { day: '2026-05-22', amount: -19_516, id: 'b', returns: 'a' },
    );
    await send(csv(depositOf20, '2026-05-30,X,1.00'));
    const { payouts } = await read();
    expect(payouts.map(({ state }) => state)).toEqual(['return_missing', 'arrived']);
  });

  test('a short deposit is one line with its payout, and a late one is its payout', async () => {
    await payOut(
      { day: '2026-05-07', amount: 20_328, descriptor: 'LOTKEEPER 2026-05-07' },
      { day: '2026-05-28', amount: 18_982, descriptor: 'LOTKEEPER 2026-05-28' },
    );
    await send(
      csv('2026-05-08,LOTKEEPER 2026-05-07,165.78', '2026-06-07,LOTKEEPER 2026-05-28,189.82'),
    );
    const { payouts, bank } = await read();
    expect(payouts).toMatchObject([
      { state: 'late', line: { local_date: '2026-06-07' } },
      { state: 'short', amount: 20_328, line: { amount: 16_578 } },
    ]);
    // 189.82 + 165.78, and 203.28 − 165.78
    expect(bank).toMatchObject({
      arrived: { count: 2, amount: 35_560 },
      short: { count: 1, amount: 3750 },
      not_arrived: { count: 0, amount: 0 },
      unknown_count: 0,
    });
  });

  test('a withdrawal that names the processor and is no return is listed', async () => {
    await send(csv('2026-05-06,STRIPE CHARGEBACK,-12.00'));
    expect((await read()).bank).toMatchObject({ unknown_count: 1, unknown: [{ amount: -1200 }] });
  });

  test('a deposit that names the processor and isn’t a payout is listed', async () => {
    await send(csv('2026-05-06,STRIPE TRANSFER,5.00', '2026-05-06,CHECK,6.00'));
    expect((await read()).bank).toMatchObject({ unknown_count: 1, unknown: [{ amount: 500 }] });
  });

  test('a payout that is recorded after the file is matched too', async () => {
    await send(csv('2026-05-06,LOTKEEPER 2026-04,5.00'));
    await payOut({ day: '2026-05-05', amount: 500 });
    expect((await read()).bank).toMatchObject({ unknown_count: 0, arrived: { count: 1 } });
  });
});

test('the job that pays an organization queues matching, which finds the deposit', async () => {
  await makePayoutAccount(at, organization);
  const spot = await makeSpot(sql, { organization });
  await record(sql, spot, [rental(spot, '2026-05-15T12:00:00Z', 1000)]);
  await send(csv('2026-06-16,LOTKEEPER 2026-05,9.00'));
  await payDue(at, organization);
  const key = `match bank ${organization.pk}`;
  const [queued] = await sql<{ count: number }[]>`
    select count(*) from graphile_worker.jobs where key = ${key}`;
  expect(queued?.count).toBe(1);
  expect((await read()).payouts).toMatchObject([{ state: 'waiting' }]);
  const [job] = bankJobs;
  const told: unknown[] = [];
  const deps = {
    openJobScope: scopeMaker(at.database).job,
    publish: (...event: unknown[]) => void told.push(event),
  };
  await job?.makeHandler(deps)({ organization_id: organization.pk } as never, {} as never);
  expect((await read()).payouts).toMatchObject([{ state: 'arrived', amount: 900 }]);
  expect(told).toHaveLength(1);
});

describe('questions', () => {
  const two = csv('2026-05-06,ACH,5.00', '2026-05-07,ACH,5.00');

  test('two equal deposits are asked; a person decides, undoes it, and each is in the audit log', async () => {
    const [payout = 0] = await payOut({ day: '2026-05-05', amount: 500 });
    expect((await send(two)).body).toMatchObject({ matched: 0, open_questions: 2 });
    expect((await read()).payouts).toMatchObject([{ state: 'asked', line: null }]);
    const [{ line } = { line: { pk: 0 } }] = (await read()).bank.questions;
    expect((await decide(line.pk, [payout])).status).toBe(204);
    const decided = await read();
    expect(decided.payouts).toMatchObject([
      { state: 'arrived', line: { pk: line.pk }, by_person: true },
    ]);
    expect(decided.bank.question_count).toBe(0);
    await decide(line.pk, null);
    expect((await read()).bank.question_count).toBe(2);
    const [audit] = await sql<{ count: number }[]>`
      select count(*) from audit_entries
      where organization_id = ${organization.pk} and subject_type = 'bank transaction'`;
    expect(audit?.count).toBe(2);
  });

  test('“none of them” leaves the other deposit as the payout', async () => {
    await payOut({ day: '2026-05-05', amount: 500 });
    await send(two);
    const [first, second] = (await read()).bank.questions.map(({ line }) => line.pk);
    await decide(first ?? 0, []);
    const { payouts, bank } = await read();
    expect(payouts).toMatchObject([{ state: 'arrived', line: { pk: second }, by_person: false }]);
    expect(bank.question_count).toBe(0);
  });

  test('a match of the rules is taken back by hand, and stays so', async () => {
    await payOut({ day: '2026-05-05', amount: 500 });
    await send(csv('2026-05-06,ACH,5.00'));
    await decide((await read()).payouts[0]?.line?.pk ?? 0, []);
    await send(csv('2026-05-06,ACH,5.00', '2026-05-30,X,1.00'));
    expect((await read()).payouts).toMatchObject([{ state: 'missing', line: null }]);
  });

  test('two payouts in one deposit are asked, and matched together', async () => {
    const payouts = await payOut(
      { day: '2026-05-05', amount: 500 },
      { day: '2026-05-06', amount: 700 },
    );
    await send(csv('2026-05-07,STRIPE,12.00'));
    const [question] = (await read()).bank.questions;
    expect(question).toMatchObject({ kind: 'sum', payouts: [{ amount: 500 }, { amount: 700 }] });
    await decide(question?.line.pk ?? 0, payouts);
    expect((await read()).payouts.map(({ state }) => state)).toEqual(['arrived', 'arrived']);
  });

  test('payouts that don’t add up, are taken, or have the other direction are refused', async () => {
    const [a = 0, b = 0] = await payOut(
      { day: '2026-05-05', amount: 500 },
      { day: '2026-05-05', amount: 500, id: 'b' },
    );
    await send(csv('2026-05-06,ACH,5.00', '2026-05-07,ACH,5.00', '2026-05-07,ACH,-5.00'));
    const [first = 0, second = 0] = (await read()).bank.questions.map(({ line }) => line.pk);
    expect((await decide(first, [a, b])).body).toMatchObject({ detail: bankMessages.wrongSum });
    const [debit] = await sql<{ pk: number }[]>`
      select pk from bank_lines where organization_id = ${organization.pk} and amount < 0`;
    expect((await decide(debit?.pk ?? 0, [a])).body).toMatchObject({
      detail: bankMessages.wrongSign,
    });
    await decide(first, [a]);
    expect((await decide(second, [a])).body).toMatchObject({ detail: bankMessages.taken });
    expect((await decide(second, [999_999_999])).status).toBe(404);
    expect((await decide(999_999_999, [])).status).toBe(404);
  });
});

test('thirty lines are added and matched in as many statements as three', async () => {
  const count = async (lines: number) => {
    organization = await makeOrganization(sql);
    token = (await signedInMember(at, organization, 'ADMIN')).token;
    const paid = Array.from({ length: lines / 3 }, (_, index) => ({
      day: addDays('2026-01-01' as LocalDate, index),
      amount: 10_000 + index * 7,
    }));
    await payOut(...paid);
    const rows = paid.flatMap(({ day, amount }, index) => [
      `${addDays(day, 1)},ACH LOTKEEPER,${(amount / 100).toFixed(2)}`,
      `${day},Card purchase ${index},-1.25`,
      `${day},Rent ${index},-${index + 1}.25`,
    ]);
    statements.length = 0;
    const { body } = await send(csv(...rows));
    expect(body).toMatchObject({ lines, added: lines, matched: lines / 3 });
    return statements.length;
  };
  const three = await count(3);
  expect(await count(30)).toBe(three);
});

import { createHash } from 'node:crypto';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { BookFormat } from '@lotkeeper/contract/money/books';
import {
  bookLineNames,
  bookLines,
  createBookCorrections,
  createBookExport,
  downloadBookExport,
  getBookAccounts,
  listBookExports,
  setBookAccounts,
} from '@lotkeeper/contract/money/books';
import { getTaxes, removeTaxRate, setTaxRate } from '@lotkeeper/contract/money/taxes';
import { listAuditEntries } from '@lotkeeper/contract/trust/audit-entries';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { moveMoney, movement } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const now = '2026-07-02T12:00:00Z';
const at = await testApp({ now });
const sql = at.database.system;
const day = (text: string) => text as LocalDate;

/** An operator with two properties, and the money of docs/money.md at the first, on June 15. */
async function makeBooks() {
  const organization = await makeOrganization(sql, { name: 'Coast & Co', commission_rate: 1000 });
  const [lagoon, rooftop] = [
    await makeSpot(sql, { organization, name: '=Lagoon, "Lot"', timezone: 'Pacific/Honolulu' }),
    await makeSpot(sql, { organization, name: 'Rooftop', timezone: 'America/New_York' }),
  ];
  const noon = '2026-06-15T22:00:00Z';
  await moveMoney(sql, lagoon, [
    movement(noon, 1080, { tax: cents(80), processing_fee: cents(31) }),
    movement(noon, 1080, { kind: 'refund', tax: cents(80) }),
    movement(noon, 2592, { tax: cents(192), processing_fee: cents(75) }),
    movement(noon, 4500, { kind: 'penalty', processing_fee: cents(130) }),
    movement(noon, 1620, { tax: cents(120) }),
  ]);
  const late = { ...movement('2026-07-01T03:30:00Z', 7000), rental_type: 'enterprise' as const };
  await moveMoney(sql, rooftop, [late]);
  await sql`
    insert into ledger_entries (organization_id, kind, occurred_at, local_date, local_hour, source, external_id, payout)
    values (${organization.pk}, 'payout', '2026-06-20T15:00:00Z', '2026-06-20', 15, 'payouts', 'p1', 5000)`;
  const admin = await signedInMember(at, organization, 'ADMIN');
  return { organization, lagoon, rooftop, admin, id: String(organization.pk) };
}
type Books = Awaited<ReturnType<typeof makeBooks>>;

const june = {
  first_month: day('2026-06-01'),
  last_month: day('2026-06-01'),
  format: 'csv' as BookFormat,
  grouping: 'month' as const,
  property_field: 'class' as const,
};

const send = ({ id, admin }: Books, body: Partial<typeof june> & { replace?: boolean } = {}) =>
  at.call(createBookExport, { params: { id }, body: { ...june, ...body } }, { token: admin.token });

const correct = ({ id, admin }: Books, pk: number) =>
  at.call(createBookCorrections, { params: { id, export: pk } }, { token: admin.token });

const fetchFile = async ({ id, admin }: Books, pk: number, file = 1) => {
  const query = { organization: id, export: pk, file };
  const { response } = await at.call(downloadBookExport, { query }, { token: admin.token });
  return response.rawPayload;
};

/** Rows of a CSV without quoted commas. */
const toRows = (file: Buffer) =>
  file
    .toString('utf8')
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));

test('the journal of a month has the amounts that were added up by hand, and is the same each time', async () => {
  const books = await makeBooks();
  const { body: exported } = await send(books);
  // 9792 − 1080 − 236 − 816 = 7660 at the lagoon; 7000 − 700 = 6300 at the rooftop; debits
  // 1000 + 236 + 816 + 7660, 700 + 6300, 5000.
  expect(exported).toMatchObject({ files: 1, lines: 7 + 3 + 2, debits: 21_712, corrects: null });
  const file = await fetchFile(books, exported.pk);
  expect(createHash('sha256').update(file).digest('hex')).toBe(exported.file_hash);
  const text = file.toString('utf8');
  expect(text.replaceAll('\r\n', '\n').replace('\uFEFF', '')).toBe(`\
Journal,Date,Account,Debit,Credit,Description,Property
LK2606,2026-06-30,Transient Parking Revenue,,49.00,"Transient revenue, June 2026","'=Lagoon, ""Lot"""
LK2606,2026-06-30,Parking Penalties,,45.00,"Penalties, June 2026","'=Lagoon, ""Lot"""
LK2606,2026-06-30,Parking Refunds,10.00,,"Refunds, June 2026","'=Lagoon, ""Lot"""
LK2606,2026-06-30,Parking Tax Payable,,3.12,"Tax payable, June 2026","'=Lagoon, ""Lot"""
LK2606,2026-06-30,Payment Processing Fees,2.36,,"Processing fees, June 2026","'=Lagoon, ""Lot"""
LK2606,2026-06-30,Parking Commission,8.16,,"Commission, June 2026","'=Lagoon, ""Lot"""
LK2606,2026-06-30,Parking Clearing,76.60,,"Clearing, June 2026","'=Lagoon, ""Lot"""
LK2606,2026-06-30,Enterprise Parking Revenue,,70.00,"Enterprise and tenant revenue, June 2026",Rooftop
LK2606,2026-06-30,Parking Commission,7.00,,"Commission, June 2026",Rooftop
LK2606,2026-06-30,Parking Clearing,63.00,,"Clearing, June 2026",Rooftop
LK2606,2026-06-30,Checking,50.00,,"Payouts, June 2026",
LK2606,2026-06-30,Parking Clearing,,50.00,"Clearing, June 2026",
`);
  await moveMoney(sql, books.lagoon, [movement('2026-06-16T22:00:00Z', 900)]);
  await sql`update spots set name = 'Renamed' where pk = ${books.lagoon.pk}`;
  expect((await fetchFile(books, exported.pk)).equals(file)).toBe(true);
});

test('a month that was exported is refused by name, and replaced when that is asked for', async () => {
  const books = await makeBooks();
  const { body: first } = await send(books);
  const again = await send(books, { grouping: 'day' as never });
  expect([again.status, again.error.detail]).toEqual([
    409,
    'June 2026 was already exported on July 2, 2026 by Robin Reyes. Download that export again, export its corrections, or replace it.',
  ]);
  const quarter = { first_month: day('2026-04-01') };
  expect((await send(books, quarter)).status).toBe(409);
  const replaced = await send(books, { ...quarter, replace: true });
  expect(replaced.status).toBe(200);
  // June alone would leave April and May of the quarter behind.
  const inside = await send(books, { replace: true });
  expect([inside.status, inside.error.detail]).toEqual([
    409,
    'Another export covers these months and others. Choose all of its months to replace it.',
  ]);
  const { body: list } = await at.call(
    listBookExports,
    { params: { id: books.id }, query: {} },
    { token: books.admin.token },
  );
  expect(list.results.map(({ pk, replaced_at }) => [pk, replaced_at !== null])).toEqual([
    [replaced.body.pk, false],
    [first.pk, true],
  ]);
  expect((await correct(books, first.pk)).status).toBe(409);
});

test('two exports of a month at once give one export', async () => {
  const books = await makeBooks();
  const answers = await Promise.all([send(books), send(books), send(books)]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('corrections are a journal of what came later, dated today, and add up to what an export would be now', async () => {
  const books = await makeBooks();
  const { body: exported } = await send(books);
  const unchanged = await correct(books, exported.pk);
  expect([unchanged.status, unchanged.error.detail]).toEqual([
    409,
    'Nothing has changed since these months were exported.',
  ]);
  // A refund of June that arrives in July: 540 with 40 of tax; commission −50.
  await moveMoney(sql, books.lagoon, [
    movement('2026-06-20T22:00:00Z', 540, { kind: 'refund', tax: cents(40) }),
  ]);
  const { body: correction } = await correct(books, exported.pk);
  expect(correction).toMatchObject({ corrects: exported.pk, lines: 4, debits: 540 });
  const rows = toRows(await fetchFile(books, correction.pk));
  expect(rows.slice(1).map((row) => row.slice(0, 5))).toEqual([
    ['LK2606C1', '2026-07-02', 'Parking Refunds', '5.00', ''],
    ['LK2606C1', '2026-07-02', 'Parking Tax Payable', '0.40', ''],
    ['LK2606C1', '2026-07-02', 'Parking Commission', '', '0.50'],
    ['LK2606C1', '2026-07-02', 'Parking Clearing', '', '4.90'],
  ]);
  expect((await correct(books, exported.pk)).status).toBe(409);
  expect((await correct(books, correction.pk)).status).toBe(409);
  await sql`update spots set name = 'Rooftop Renamed' where pk = ${books.rooftop.pk}`;
  await moveMoney(sql, books.rooftop, [movement('2026-06-20T22:00:00Z', 100)]);
  const { body: second } = await correct(books, exported.pk);
  const [, first] = toRows(await fetchFile(books, second.pk));
  expect(first?.slice(0, 5)).toEqual([
    'LK2606C2',
    '2026-07-02',
    'Transient Parking Revenue',
    '',
    '1.00',
  ]);
  // The class of the export, though the property has another name by now.
  expect(first).toContain('Rooftop');
  expect(first).not.toContain('Rooftop Renamed');
});

test('an export has every entry up to its newest and no other while entries arrive', async () => {
  const books = await makeBooks();
  const arrive = async () => {
    for (const spot of [books.lagoon, books.rooftop, books.lagoon, books.rooftop]) {
      await moveMoney(sql, spot, [movement('2026-06-18T22:00:00Z', 107, { tax: cents(7) })]);
    }
  };
  const pks: number[] = [];
  for (let index = 0; index < 8; index++) {
    const [{ body, status }] = await Promise.all([send(books, { replace: true }), arrive()]);
    expect(status).toBe(200);
    pks.push(body.pk);
  }
  const rows = await sql<{ newest_entry: number; clearing: number; expected: number }[]>`
    select e.newest_entry,
      (select sum((s -> 2 ->> 'clearing')::bigint) from jsonb_array_elements(e.sums) s)::bigint as clearing,
      (select sum(gross - refund - processing_fee - commission - payout) from ledger_entries l
        where l.organization_id = e.organization_id and l.pk <= e.newest_entry)::bigint as expected
    from book_exports e where e.pk = any (${pks}::bigint[]) order by e.pk`;
  expect(rows).toHaveLength(8);
  for (const { clearing, expected } of rows) expect(clearing).toBe(expected);
  expect(new Set(rows.map(({ newest_entry }) => newest_entry)).size).toBeGreaterThan(4);
});

test('months that aren’t over, months without money and too many months are refused', async () => {
  const books = await makeBooks();
  const july = { first_month: day('2026-07-01'), last_month: day('2026-07-01') };
  expect((await send(books, july)).error.detail).toBe(
    'The last month isn’t over yet at every property. Export it from the next one on.',
  );
  const may = { first_month: day('2026-05-01'), last_month: day('2026-05-01') };
  expect((await send(books, may)).error.detail).toBe(
    'No money moved in these months, so there is nothing to export.',
  );
  for (const first_month of ['2025-06-01', '2026-06-02', '2026-07-01']) {
    expect((await send(books, { first_month: day(first_month) })).status).toBe(400);
  }
});

test('accounts have usual names until an Admin sets them, and exports keep theirs', async () => {
  const books = await makeBooks();
  const caller = { token: books.admin.token };
  const params = { id: books.id };
  const { body: usual } = await at.call(getBookAccounts, { params }, caller);
  expect(usual.clearing).toBe('Parking Clearing');
  const { body: exported } = await send(books);
  const before = await fetchFile(books, exported.pk);
  const chosen = { ...usual, clearing: '1210', tax: '2200 "City", tax' };
  await at.call(setBookAccounts, { params, body: chosen }, caller);
  expect((await at.call(getBookAccounts, { params }, caller)).body).toEqual(chosen);
  expect((await fetchFile(books, exported.pk)).equals(before)).toBe(true);
  const { body: replaced } = await send(books, { replace: true });
  expect((await fetchFile(books, replaced.pk)).toString()).toContain('"2200 ""City"", tax"');
  const { body: log } = await at.call(listAuditEntries, { params, query: {} }, caller);
  expect(log.results.map(({ subject }) => subject)).toEqual([
    'books export of June 2026',
    'books accounts',
    'books export of June 2026',
  ]);
  expect(log.results[1]?.changes).toEqual([
    { field: 'Tax', before: bookLines.tax.account, after: '2200 "City", tax' },
    { field: 'Clearing', before: bookLines.clearing.account, after: '1210' },
  ]);
  const empty = { ...usual, tax: ' ' };
  expect((await at.call(setBookAccounts, { params, body: empty }, caller)).status).toBe(400);
  expect(Object.keys(usual).sort()).toEqual([...bookLineNames, 'authorities'].sort());
});

test('an export of days has the amounts of its month', async () => {
  const books = await makeBooks();
  const { body: monthly } = await send(books);
  const { body: daily } = await send(books, { grouping: 'day' as never, replace: true });
  expect(daily.debits).toBe(monthly.debits);
  const rows = toRows(await fetchFile(books, daily.pk));
  expect([...new Set(rows.slice(1).map(([number]) => number))]).toEqual([
    'LK260615',
    'LK260620',
    'LK260630',
  ]);
});

/** A charge that another system collected, as an import records it: without a commission. */
const importCharge = (
  { organization, lagoon }: Books,
  external_id: string,
  [gross, tax]: [gross: number, tax: number],
) => sql`
  insert into ledger_entries (organization_id, spot_pk, kind, rental_type, occurred_at, local_date, local_hour,
    source, external_id, gross, tax)
  values (${organization.pk}, ${lagoon.pk}, 'charge', 'hourly', '2026-06-18T22:00:00Z', '2026-06-18', 12,
    'history', ${external_id}, ${gross}, ${tax})`;

test('imported history is left out, with its tax: the journal is the one that it would be without', async () => {
  const plain = await makeTaxedBooks();
  const books = await makeTaxedBooks();
  await importCharge(books, 'square-1', [1296, 96]);
  for (const [grouping, above] of [
    ['month', 0],
    ['day', 0],
    ['day', 500],
  ] as const) {
    // A rate with terms divides the tax entry by entry.
    await sql`update tax_rates set above = ${above} where authority = 'State'`;
    const { body: exported } = await send(books, { grouping: grouping as never, replace: true });
    const { body: same } = await send(plain, { grouping: grouping as never, replace: true });
    expect(exported).toMatchObject({ history_left_out: 1296, history_booked: 0 });
    expect(same).toMatchObject({ history_left_out: 0, debits: exported.debits });
    const [file, without] = [await fetchFile(books, exported.pk), await fetchFile(plain, same.pk)];
    expect(file.toString()).toBe(without.toString());
    expect((await correct(books, exported.pk)).error.detail).toBe(
      'Nothing has changed since these months were exported.',
    );
  }
  const { body: list } = await at.call(
    listBookExports,
    { params: { id: books.id }, query: {} },
    { token: books.admin.token },
  );
  expect(list.results[0]?.history_left_out).toBe(1296);
});

test('a month with imported history alone has nothing to export, and says why', async () => {
  const books = await makeBooks();
  await sql`
    insert into ledger_entries (organization_id, spot_pk, kind, rental_type, occurred_at, local_date, local_hour,
      source, external_id, gross, tax)
    values (${books.organization.pk}, ${books.lagoon.pk}, 'charge', 'hourly', '2026-05-18T22:00:00Z', '2026-05-18', 12,
      'history', 'may-1', 1296, 96)`;
  const may = { first_month: day('2026-05-01'), last_month: day('2026-05-01') };
  expect((await send(books, may)).error.detail).toBe(
    'All money of these months is imported history ($12.96), which is left out: it was booked elsewhere.',
  );
});

test('corrections of an export that an earlier version made keep the history that it has', async () => {
  const books = await makeBooks();
  const { body: exported } = await send(books);
  await importCharge(books, 'square-1', [1296, 96]);
  // As a version exported it that didn't leave history out: revenue 1200, tax 96, clearing 1296.
  await sql`
    update book_exports set history_left_out = null, history_booked = 1296,
      newest_entry = (select max(pk) from ledger_entries where organization_id = ${books.organization.pk}),
      sums = sums || jsonb_build_array(jsonb_build_array(${books.lagoon.pk}::bigint, '2026-06-01',
        '{"transient": -1200, "tax": -96, "clearing": 1296}'::jsonb))
    where pk = ${exported.pk}`;
  const { body: list } = await at.call(
    listBookExports,
    { params: { id: books.id }, query: {} },
    { token: books.admin.token },
  );
  expect(list.results[0]).toMatchObject({ history_booked: 1296, history_left_out: 0 });
  expect((await correct(books, exported.pk)).status).toBe(409);
  // What is imported later is left out, and what came late from here isn't.
  await importCharge(books, 'square-2', [500, 0]);
  await moveMoney(sql, books.lagoon, [movement('2026-06-20T22:00:00Z', 100)]);
  const { body: late } = await correct(books, exported.pk);
  expect(late).toMatchObject({ debits: 100, history_left_out: 500 });
  // An import that was undone is taken back where it was booked.
  await importCharge(books, 'square-1~undone', [-1296, -96]);
  await importCharge(books, 'square-2~undone', [-500, 0]);
  const { body: undone } = await correct(books, exported.pk);
  const rows = toRows(await fetchFile(books, undone.pk)).slice(1);
  expect(rows.map((row) => row.slice(2, 5))).toEqual([
    ['Transient Parking Revenue', '12.00', ''],
    ['Parking Tax Payable', '0.96', ''],
    ['Parking Clearing', '', '12.96'],
  ]);
  // Replacing it is how all of it is taken out.
  const { body: replaced } = await send(books, { replace: true });
  expect(replaced).toMatchObject({ debits: exported.debits + 100, history_booked: 0 });
});

test('Xero’s file isn’t made while an account that it needs has a name and no number', async () => {
  const books = await makeTaxedBooks();
  const caller = { token: books.admin.token };
  const xero = { format: 'xero' as BookFormat };
  const named = await send(books, xero);
  expect([named.status, named.error.detail]).toEqual([
    409,
    'Xero takes account numbers, such as 200, and no names. These accounts have none: Transient revenue, Enterprise and tenant revenue, Penalties, Refunds, Tax payable, Processing fees, Commission, Payouts, Clearing. Nothing was exported.',
  ]);
  const list = () => at.call(listBookExports, { params: { id: books.id }, query: {} }, caller);
  expect((await list()).body.count).toBe(0);
  const { body: usual } = await at.call(getBookAccounts, { params: { id: books.id } }, caller);
  const numbers = Object.fromEntries(bookLineNames.map((line, index) => [line, `${200 + index}`]));
  // Nothing of June is monthly, so its account may have a name.
  const body = { ...usual, ...numbers, monthly: 'Monthly', authorities: [] };
  const authorities = [{ authority: 'City', account: 'City of Denver' }];
  await at.call(
    setBookAccounts,
    { params: { id: books.id }, body: { ...body, authorities } },
    caller,
  );
  expect((await send(books, xero)).error.detail).toContain('have none: Tax of City. Nothing');
  await at.call(setBookAccounts, { params: { id: books.id }, body }, caller);
  const { body: exported, status } = await send(books, xero);
  expect(status).toBe(200);
  // The same holds for corrections.
  await at.call(setBookAccounts, { params: { id: books.id }, body: usual }, caller);
  await moveMoney(sql, books.lagoon, [movement('2026-06-20T22:00:00Z', 100)]);
  expect((await correct(books, exported.pk)).error.detail).toContain(
    'have none: Transient revenue, Commission, Clearing.',
  );
});

test('the tax of refunds is read from an index of its own', async () => {
  const books = await makeBooks();
  const plan = await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    return tx<Record<string, string>[]>`
      explain select sum(tax) from ledger_entries
      where organization_id = ${books.organization.pk} and spot_pk = ${books.lagoon.pk}
        and local_date between '2026-06-01' and '2026-06-30' and kind = 'refund'`;
  });
  expect(JSON.stringify(plan)).toContain('ledger_entries_refunds');
});

const setRate = (
  { organization, admin }: Books,
  spots: readonly { pk: number }[],
  [authority, starts_on, rate]: [authority: string, from: string, rate: number],
) =>
  at.call(
    setTaxRate,
    {
      params: { orgId: String(organization.pk) },
      body: {
        authority,
        starts_on,
        spots: spots.map(({ pk }) => pk),
        level: 'city',
        rate,
        rental_groups: ['transient', 'monthly', 'enterprise'],
      },
    },
    { token: admin.token },
  );

const setAuthorityAccounts = async (
  { id, admin }: Books,
  accounts: Readonly<Record<string, string | null>>,
) => {
  const caller = { token: admin.token };
  const { body } = await at.call(getBookAccounts, { params: { id } }, caller);
  const authorities = Object.entries(accounts).map(([authority, account]) => ({
    authority,
    account,
  }));
  return at.call(setBookAccounts, { params: { id }, body: { ...body, authorities } }, caller);
};

/** The lines about tax of a file: journal, account, debit, credit, and whose tax. */
const listTax = (file: Buffer) =>
  toRows(file)
    .filter((row) => row[5]?.startsWith('"Tax'))
    .map((row) => [row[0], ...row.slice(2, 5), row[5]?.slice(1)]);

/*
 * The lagoon took 80 − 80 + 192 + 120 = 312 on June 15 at 4.625 and 5 percent: 312 × 4.625 ÷ 9.625 = 149.92 and 162.08.
 * On June 20, another 7 + 8 = 15 at 6 and 5 percent: 8.18 and 6.82.
 */
async function makeTaxedBooks() {
  const books = await makeBooks();
  await setRate(books, [books.lagoon], ['City', '2026-01-01', 4625]);
  await setRate(books, [books.lagoon], ['State', '2026-01-01', 5000]);
  await setRate(books, [books.lagoon], ['City', '2026-06-16', 6000]);
  await moveMoney(sql, books.lagoon, [
    movement('2026-06-20T22:00:00Z', 107, { tax: cents(7) }),
    movement('2026-06-20T22:00:00Z', 108, { tax: cents(8) }),
  ]);
  // Nobody is known for the tax of the rooftop.
  await moveMoney(sql, books.rooftop, [movement('2026-06-20T22:00:00Z', 1090, { tax: cents(90) })]);
  return books;
}

test('the tax of each authority has a line of its own, and the general account without one', async () => {
  const books = await makeTaxedBooks();
  await setAuthorityAccounts(books, { City: '2210' });
  const { body: monthly } = await send(books);
  expect(listTax(await fetchFile(books, monthly.pk))).toEqual([
    ['LK2606', '2210', '', '1.58', 'Tax of City'],
    ['LK2606', 'Parking Tax Payable', '', '1.69', 'Tax of State'],
    ['LK2606', 'Parking Tax Payable', '', '0.90', 'Tax payable'],
  ]);
  const { body: daily } = await send(books, { grouping: 'day' as never, replace: true });
  expect(listTax(await fetchFile(books, daily.pk))).toEqual([
    ['LK260615', '2210', '', '1.50', 'Tax of City'],
    ['LK260615', 'Parking Tax Payable', '', '1.62', 'Tax of State'],
    ['LK260620', '2210', '', '0.08', 'Tax of City'],
    ['LK260620', 'Parking Tax Payable', '', '0.07', 'Tax of State'],
    ['LK260620', 'Parking Tax Payable', '', '0.90', 'Tax payable'],
  ]);
  // The page Taxes has the same sums.
  const { body: taxes } = await at.call(
    getTaxes,
    { params: { orgId: books.id }, query: { month: '2026-06-01', months: '1' } },
    { token: books.admin.token },
  );
  expect(taxes.authorities.map(({ authority, owed }) => [authority, owed])).toEqual([
    ['City', 158],
    ['State', 169],
  ]);
});

test('a rate that is changed later moves tax between authorities by a journal of corrections', async () => {
  const books = await makeTaxedBooks();
  await setAuthorityAccounts(books, { City: '2210', State: '2220' });
  const { body: exported } = await send(books, { grouping: 'day' as never });
  // 4.625 becomes 3.125 percent: of 312, 120 and 192; and 15 stay 8 and 7. The city gets 128 instead of 158.
  await setRate(books, [books.lagoon], ['City', '2026-01-01', 3125]);
  const { body: correction } = await correct(books, exported.pk);
  expect(correction).toMatchObject({ lines: 2, debits: 30 });
  expect(listTax(await fetchFile(books, correction.pk))).toEqual([
    ['LK2606C1', '2210', '0.30', '', 'Tax of City'],
    ['LK2606C1', '2220', '', '0.30', 'Tax of State'],
  ]);
  expect((await correct(books, exported.pk)).error.detail).toBe(
    'Nothing has changed since these months were exported.',
  );
  // Without its rates, the city's 128 are the state's; its account is still known.
  for (const starts_on of ['2026-01-01', '2026-06-16']) {
    const removed = { authority: 'City', starts_on, spot: books.lagoon.pk };
    const params = { orgId: books.id };
    await at.call(removeTaxRate, { params, body: removed }, { token: books.admin.token });
  }
  const { body: second } = await correct(books, exported.pk);
  expect(listTax(await fetchFile(books, second.pk))).toEqual([
    ['LK2606C2', '2210', '1.28', '', 'Tax of City'],
    ['LK2606C2', '2220', '', '1.28', 'Tax of State'],
  ]);
});

test('authorities on one account need no corrections when tax moves between them', async () => {
  const books = await makeTaxedBooks();
  const { body: exported } = await send(books);
  await setRate(books, [books.lagoon], ['City', '2026-01-01', 3125]);
  expect((await correct(books, exported.pk)).status).toBe(409);
  await setAuthorityAccounts(books, { State: '2220' });
  const { body: correction } = await correct(books, exported.pk);
  expect(correction).toMatchObject({ lines: 2, debits: 30 });
});

test('accounts are of authorities that have rates, each once, and are in the audit log', async () => {
  const books = await makeTaxedBooks();
  const read = async () =>
    (await at.call(getBookAccounts, { params: { id: books.id } }, { token: books.admin.token }))
      .body.authorities;
  expect(await read()).toEqual([
    { authority: 'City', account: null },
    { authority: 'State', account: null },
  ]);
  expect((await setAuthorityAccounts(books, { Denver: '2210' })).status).toBe(400);
  expect((await setAuthorityAccounts(books, { City: ' ' })).status).toBe(400);
  const { body: usual } = await at.call(
    getBookAccounts,
    { params: { id: books.id } },
    { token: books.admin.token },
  );
  const twice = [1, 2].map((account) => ({ authority: 'City', account: `${account}` }));
  const again = await at.call(
    setBookAccounts,
    { params: { id: books.id }, body: { ...usual, authorities: twice } },
    { token: books.admin.token },
  );
  expect(again.status).toBe(400);
  expect((await setAuthorityAccounts(books, { City: '2210' })).status).toBe(200);
  expect(await read()).toEqual([
    { authority: 'City', account: '2210' },
    { authority: 'State', account: null },
  ]);
  await setAuthorityAccounts(books, {});
  expect((await read())[0]).toEqual({ authority: 'City', account: null });
  const { body: log } = await at.call(
    listAuditEntries,
    { params: { id: books.id }, query: {} },
    { token: books.admin.token },
  );
  expect(log.results.slice(0, 2).map(({ changes }) => changes)).toEqual([
    [{ field: 'Tax of City', before: '2210', after: '–' }],
    [{ field: 'Tax of City', before: '–', after: '2210' }],
  ]);
});

test('exports of any ledger under any rates balance and equal the ledger, alike by month and by day', async () => {
  const anyEntry = fc.record({
    day: fc.integer({ min: 10, max: 29 }),
    amount: fc.integer({ min: 100, max: 100_000 }),
    tax: fc.nat(99),
    kind: fc.constantFrom('charge', 'refund', 'penalty', 'imported'),
    rental_type: fc.constantFrom('hourly', 'daily', 'monthly', 'enterprise'),
    isLagoon: fc.boolean(),
  });
  const anyRate = fc.tuple(
    fc.constantFrom('City', 'County', 'State'),
    fc.constantFrom('2026-01-01', '2026-06-15', '2026-06-20'),
    fc.constantFrom(0, 1, 4625, 9999),
  );
  const anyLedger = fc.record({
    entries: fc.array(anyEntry, { minLength: 1, maxLength: 30 }),
    rates: fc.array(anyRate, { maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(anyLedger, async ({ entries, rates }) => {
      const books = await makeBooks();
      for (const rate of rates) await setRate(books, [books.lagoon], rate);
      for (const [index, one] of entries.entries()) {
        const { day: date, amount, tax, kind, rental_type, isLagoon } = one;
        if (kind === 'imported') {
          await importCharge(books, `imported-${index}`, [amount, tax]);
          continue;
        }
        const entry = movement(`2026-06-${date}T22:00:00Z`, amount, {
          kind: kind as 'charge',
          tax: cents(tax),
        });
        const typed = { ...entry, rental_type: rental_type as 'hourly' };
        await moveMoney(sql, isLagoon ? books.lagoon : books.rooftop, [typed]);
      }
      const [ledger] = await sql<[{ tax: number; clearing: number }]>`
        select sum(tax)::bigint as tax,
          sum(gross - refund - processing_fee - commission - payout)::bigint as clearing
        from ledger_entries where organization_id = ${books.organization.pk} and source <> 'history'`;
      const readSums = async (pk: number) => {
        const rows = toRows(await fetchFile(books, pk)).slice(1);
        const sum = (chosen: typeof rows) =>
          chosen.reduce(
            (total, row) => total + Math.round((Number(row[3]) - Number(row[4])) * 100),
            0,
          );
        for (const ofJournal of Map.groupBy(rows, ([journal]) => journal).values()) {
          expect(sum(ofJournal)).toBe(0);
        }
        expect(sum(rows.filter((row) => row[5]?.startsWith('"Tax')))).toBe(0 - ledger.tax);
        expect(sum(rows.filter((row) => row[2] === 'Parking Clearing'))).toBe(ledger.clearing);
        const byLine = Map.groupBy(rows, (row) => row[5]);
        return new Map(
          [...byLine]
            .map(([line, own]) => [line, sum(own)] as const)
            .filter(([, all]) => all !== 0),
        );
      };
      const monthly = await send(books);
      const byMonth = await readSums(monthly.body.pk);
      const daily = await send(books, { grouping: 'day' as never, replace: true });
      const byDay = await readSums(daily.body.pk);
      const taxes = (sums: typeof byMonth) =>
        new Map([...sums].filter(([line]) => line?.startsWith('"Tax')));
      expect(taxes(byDay)).toEqual(taxes(byMonth));
      expect((await correct(books, daily.body.pk)).status).toBe(409);
    }),
    { numRuns: 10 },
  );
});

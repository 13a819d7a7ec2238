import { getOutcomes } from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, atLocalTime, toIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import {
  billMessages,
  createValidationSponsor,
  downloadValidationBill,
  downloadValidationUsage,
  endValidationSponsor,
  getValidationBills,
  listValidationVisits,
  updateValidationSponsor,
} from '@lotkeeper/contract/operations/validation-bills';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signedInMember } from '../../../testing/people.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { makeVisitorCode } from '../../../testing/visitors.factory.ts';
import { makeVisit } from '../../../testing/visits.factory.ts';

const at = await testApp({ now: '2026-06-12T19:00:00Z' });
const sql = at.database.system;
const zone = 'America/Phoenix';
const june = '2026-06-01' as LocalDate;
const july = '2026-07-01' as LocalDate;
const may = '2026-05-01' as LocalDate;

/** A validated visit on a day of a month, in the order that they are made. */
function makeValidated(spot: TestSpot, code: number | null, day: LocalDate, value: number) {
  const from = atLocalTime(day, 600, zone);
  return makeVisit(sql, spot, toIso(from), {
    exit_at: atLocalTime(day, 660, zone),
    status: 'visitor',
    outcome: 'validated',
    local_date: day,
    validation_code_pk: code,
    validation_value: cents(value),
  });
}

const terms = {
  kind: 'merchant' as const,
  from: june,
  allowance: 'visits' as const,
  allowance_visits: 2,
  allowance_value: null,
  price: null,
};

async function start() {
  const { spot, token } = await makeStaffedSpot(at);
  const codes = [await makeVisitorCode(sql, spot), await makeVisitorCode(sql, spot)] as const;
  const add = (more: object = {}, where: TestSpot = spot) =>
    at.call(
      createValidationSponsor,
      { body: { spot: where.pk, name: 'Cafe', ...terms, codes: [codes[0].pk], ...more } },
      { token },
    );
  const change = (pk: number, more: object) =>
    at.call(
      updateValidationSponsor,
      {
        params: { id: String(pk) },
        body: { name: 'Cafe', ...terms, codes: [codes[0].pk], shown: { version: 1 }, ...more },
      },
      { token },
    );
  const read = async (month = june, as = token) => {
    const query = { spot: String(spot.pk), month };
    return (await at.call(getValidationBills, { query }, { token: as })).body;
  };
  const visit = (code: number | null, day: string, value: number) =>
    makeValidated(spot, code, `2026-${day}` as LocalDate, value);
  return { spot, token, codes, add, change, read, visit };
}

test('a sponsor is billed the visits beyond its allowance, at the price in force', async () => {
  const { codes, add, read, visit } = await start();
  await add();
  // The first two are free; 700 + 100 = 800 are billed. The one of May doesn't count.
  await visit(codes[0].pk, '05-31', 300);
  await visit(codes[0].pk, '06-03', 700);
  await visit(codes[0].pk, '06-01', 500);
  await visit(codes[0].pk, '06-02', 900);
  await visit(codes[0].pk, '06-12', 100);
  await visit(codes[1].pk, '06-05', 250);
  await visit(null, '06-06', 150);
  const month = await read();
  expect(month.sponsors).toMatchObject([
    {
      name: 'Cafe',
      visits: 4,
      value: 2200,
      used_share: 20_000,
      used_up: { date: '2026-06-02', is_projected: false },
      overage_visits: 2,
      bill: 800,
      codes: [{ pk: codes[0].pk }],
    },
  ]);
  expect(month.others).toMatchObject([
    { code: { pk: codes[1].pk }, visits: 1, value: 250 },
    { code: null, visits: 1, value: 150 },
  ]);
  expect(month).toMatchObject({ visits: 6, value: 2600, bill: 800, is_over: false });
  expect((await read(may)).others).toMatchObject([{ code: { pk: codes[0].pk }, visits: 1 }]);
});

test('an allowance of dollars is shared by the codes of a sponsor, and shows early when it runs out', async () => {
  const { codes, add, read, visit } = await start();
  await add({
    allowance: 'value',
    allowance_visits: null,
    allowance_value: 1000,
    codes: codes.map(({ pk }) => pk),
  });
  await visit(codes[0].pk, '06-01', 400);
  await visit(codes[1].pk, '06-02', 210);
  // 610 of 1000 in 12 days: at that pace 1000 on day 19.7.
  expect((await read()).sponsors).toMatchObject([
    { used_share: 6100, used_up: { date: '2026-06-20', is_projected: true }, bill: 0 },
  ]);
  await visit(codes[1].pk, '06-03', 600);
  // 1210 − 1000.
  expect((await read()).sponsors).toMatchObject([
    { used_share: 12_100, used_up: { date: '2026-06-03' }, overage_visits: 1, bill: 210 },
  ]);
});

test('each visit of a bill is listed with what is billed of it, by page', async () => {
  const { spot, token, codes, add, visit } = await start();
  const { body: sponsor } = await add({
    allowance: 'value',
    allowance_visits: null,
    allowance_value: 900,
    price: 301,
  });
  for (let day = 1; day <= 25; day += 1)
    await visit(codes[0].pk, `06-${String(day).padStart(2, '0')}`, day === 1 ? 500 : 800);
  const list = async (cursor?: string) =>
    (
      await at.call(
        listValidationVisits,
        {
          query: {
            spot: String(spot.pk),
            month: june,
            sponsor: sponsor.pk,
            ...(cursor ? { cursor } : {}),
          },
        },
        { token },
      )
    ).body;
  const first = await list();
  const rest = await list(first.next ?? '');
  // Half of 301 is 150.5, which rounds to 150.
  expect(first.results.slice(0, 3)).toMatchObject([
    { date: '2026-06-01', coverage: 'allowance', value: 500, billed: 0 },
    { date: '2026-06-02', coverage: 'part', value: 800, billed: 150 },
    { date: '2026-06-03', coverage: 'billed', value: 800, billed: 301 },
  ]);
  expect([first.results.length, rest.results.length, rest.next]).toEqual([20, 5, null]);
});

test('changed terms and codes don’t rewrite earlier months', async () => {
  const { codes, add, change, read, visit } = await start();
  const { body: sponsor } = await add({ from: may });
  await visit(codes[0].pk, '05-01', 100);
  await visit(codes[0].pk, '05-02', 100);
  await visit(codes[0].pk, '05-03', 100);
  await visit(codes[1].pk, '06-01', 100);
  const before = await read(may);
  expect(before.sponsors).toMatchObject([{ visits: 3, bill: 100, terms_from: may }]);
  const { status } = await change(sponsor.pk, { allowance_visits: 0, codes: [codes[1].pk] });
  expect(status).toBe(200);
  expect((await read(may)).sponsors).toEqual(
    before.sponsors.map((row) => ({ ...row, version: 2 })),
  );
  expect((await read()).sponsors).toMatchObject([{ visits: 1, bill: 100, terms_from: june }]);
});

test('a code has one sponsor at a time, and none of another property', async () => {
  const { codes, add, spot } = await start();
  const foreign = await makeVisitorCode(
    sql,
    await makeSpot(sql, { organization: { pk: spot.organization } }),
  );
  await add();
  const second = await add({ name: 'Bakery' });
  expect(second.status).toBe(400);
  expect(second.body).toMatchObject({
    fields: { codes: billMessages.taken(codes[0].code, 'Cafe') },
  });
  expect((await add({ codes: [foreign.pk] })).body).toMatchObject({
    fields: { codes: billMessages.unknownCode },
  });
  expect((await add({ codes: [codes[1].pk, 999_999_999] })).status).toBe(400);
  const [row] = await sql`select count(*) from validation_sponsors where spot_pk = ${spot.pk}`;
  expect(row).toEqual({ count: 1 });
});

test('two people who change a sponsor at the same time don’t overwrite each other', async () => {
  const { add, change } = await start();
  const { body: sponsor } = await add();
  const both = await Promise.all([
    change(sponsor.pk, { allowance_visits: 5 }),
    change(sponsor.pk, { allowance_visits: 6 }),
  ]);
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    detail: expect.stringMatching(
      /^You changed this while you had it open: Allowance visits from 2 to [56]; /,
    ),
  });
});

test('a sponsor that ends is in no later month, and its codes are free', async () => {
  const { token, codes, add, read, visit } = await start();
  const { body: sponsor } = await add({ from: may });
  await visit(codes[0].pk, '05-01', 100);
  const end = () =>
    at.call(
      endValidationSponsor,
      { params: { id: String(sponsor.pk) }, query: { from: june } },
      { token },
    );
  expect((await end()).status).toBe(204);
  expect((await end()).status).toBe(404);
  expect((await read()).sponsors).toEqual([]);
  expect((await read(may)).sponsors).toMatchObject([{ name: 'Cafe', visits: 1 }]);
  expect((await add({ name: 'Bakery' })).status).toBe(200);
  expect((await read(july)).sponsors).toMatchObject([{ name: 'Bakery' }]);
});

test.each([
  [{ allowance_visits: null }, 'allowance_visits'],
  [{ allowance_visits: 1_000_001 }, 'allowance_visits'],
  [{ allowance_visits: -1 }, 'allowance_visits'],
  [{ allowance_visits: 1.5 }, 'allowance_visits'],
  [{ allowance_value: 5 }, 'allowance_value'],
  [{ price: 100_000_001 }, 'price'],
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ from: '2026-06-02' }, 'from'],
  [{ from: '2018-12-01' }, 'from'],
])('a sponsor with %j is refused at %s', async (more, field) => {
  const { add } = await start();
  const { status, body } = await add(more);
  expect(status).toBe(400);
  expect(Object.keys((body as unknown as { fields: object }).fields)).toContain(field);
});

test('the largest numbers are billed exactly', async () => {
  const { codes, add, read, visit } = await start();
  await add({ name: 'W'.repeat(100), allowance_visits: 0, price: 100_000_000 });
  await visit(codes[0].pk, '06-01', 100_000_000);
  await visit(codes[0].pk, '06-02', 0);
  expect((await read()).sponsors).toMatchObject([{ value: 100_000_000, bill: 200_000_000 }]);
});

test('visits and codes that were deleted since stay on the bill', async () => {
  const { spot, codes, add, read, visit } = await start();
  await add();
  await visit(codes[0].pk, '06-01', 500);
  await visit(codes[0].pk, '06-02', 500);
  await visit(codes[0].pk, '06-03', 700);
  const before = await read();
  await sql`
    with gone as (delete from visits where spot_pk = ${spot.pk} and local_date = '2026-06-01' returning *)
    insert into forgotten_validations (organization_id, spot_pk, local_date, visit_pk, seen_at, code_pk, value)
    select organization_id, spot_pk, local_date, pk, entrance_at, validation_code_pk, validation_value from gone`;
  await sql`update visitor_codes set deleted_at = '2026-06-05' where pk = ${codes[0].pk}`;
  const after = await read();
  expect(after.sponsors).toEqual(before.sponsors);
  expect(after.codes).toContainEqual({
    ...before.codes[0],
    is_deleted: true,
    sponsor: expect.any(Number),
    pk: codes[0].pk,
    code: codes[0].code,
  });
});

test('an Employee reads usage without money, and can’t change or download anything', async () => {
  const { spot, codes, add, read, visit } = await start();
  const { body: sponsor } = await add();
  await visit(codes[0].pk, '06-01', 500);
  const { token } = await signedInMember(at, { pk: spot.organization }, 'EMPLOYEE');
  const month = await read(june, token);
  expect(month).toMatchObject({ value: null, bill: null, visits: 1 });
  expect(month.sponsors).toMatchObject([{ visits: 1, value: null, bill: null, used_share: 5000 }]);
  const query = { spot: String(spot.pk), month: june, sponsor: sponsor.pk };
  const listed = await at.call(listValidationVisits, { query }, { token });
  expect(listed.body.results).toMatchObject([{ value: null, billed: null }]);
  expect((await at.call(downloadValidationBill, { query }, { token })).status).toBe(403);
});

test('a bill is a PDF, and CSV files list all sponsors and each visit', async () => {
  const { spot, token, codes, add, visit } = await start();
  const { body: sponsor } = await add({ name: '=Cafe "Ñandú", 東京' });
  await visit(codes[0].pk, '06-01', 500);
  await visit(codes[0].pk, '06-02', 500);
  await visit(codes[0].pk, '06-03', 705);
  await visit(null, '06-04', 5);
  const query = { spot: String(spot.pk), month: june };
  const pdf = await at.call(
    downloadValidationBill,
    { query: { ...query, sponsor: sponsor.pk } },
    { token },
  );
  expect(pdf.response.body.slice(0, 5)).toBe('%PDF-');
  const all = await at.call(downloadValidationUsage, { query }, { token });
  const code = codes[0].code;
  expect(all.response.body.split('\r\n').slice(1)).toEqual([
    `"'=Cafe ""Ñandú"", 東京",Merchant,${code},3,17.05,2,,1,,7.05`,
    ',,Not known,1,0.05,,,,,',
    '',
  ]);
  const each = await at.call(
    downloadValidationUsage,
    { query: { ...query, sponsor: sponsor.pk } },
    { token },
  );
  expect(each.response.body.split('\r\n').slice(1)).toEqual([
    `1,2026-06-01,ABC 123,AZ,2026-06-01 10:00,2026-06-01 11:00,${code},5.00,0.00`,
    `2,2026-06-02,ABC 123,AZ,2026-06-02 10:00,2026-06-02 11:00,${code},5.00,0.00`,
    `3,2026-06-03,ABC 123,AZ,2026-06-03 10:00,2026-06-03 11:00,${code},7.05,7.05`,
    '',
  ]);
});

test('changes of sponsors are in the audit log', async () => {
  const { spot, add, change } = await start();
  const { body: sponsor } = await add();
  await change(sponsor.pk, { name: 'Bistro', allowance_visits: 9 });
  const rows = await sql`
    select act, subject_name, before, after from audit_entries
    where organization_id = ${spot.organization} and subject_type = 'validation sponsor' order by pk`;
  expect(rows).toMatchObject([
    { act: 'create', subject_name: 'Cafe', after: { allowance_visits: 2 } },
    {
      act: 'change',
      subject_name: 'Bistro',
      before: { name: 'Cafe', allowance_visits: 2 },
      after: { name: 'Bistro', allowance_visits: 9 },
    },
  ]);
});

test('whatever codes are used, sponsors and codes without one add up to the validated visits of the page Cars', async () => {
  const anyVisit = fc.record({
    code: fc.constantFrom(0, 1, 2, null),
    day: fc.nat(45),
    value: fc.nat(2000),
    isOther: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyVisit, { maxLength: 25 }), fc.nat(8), async (visits, free) => {
      const { spot, token, codes, add, read } = await start();
      const third = await makeVisitorCode(sql, spot);
      const pks = [codes[0].pk, codes[1].pk, third.pk];
      await add({ allowance_visits: free, codes: pks.slice(0, 2) });
      for (const { code, day, value, isOther } of visits) {
        const date = addDays(may, 20 + day);
        if (isOther)
          await makeVisit(sql, spot, `${date}T19:00:00Z`, { outcome: 'visitor', local_date: date });
        else await makeValidated(spot, code === null ? null : (pks[code] ?? null), date, value);
      }
      const query = { spot: String(spot.pk), start_date: june, end_date: addDays(july, -1) };
      const { body: cars } = await at.call(getOutcomes, { query }, { token });
      const month = await read();
      const validated = cars.outcomes.find(({ outcome }) => outcome === 'validated');
      expect(month.visits).toBe(validated?.visits ?? 0);
      const mine = visits
        .map((visit) => ({ ...visit, date: addDays(may, 20 + visit.day) }))
        .filter(({ date, isOther }) => !isOther && date >= june && date < july);
      expect(month.value).toBe(mine.reduce((total, { value }) => total + value, 0));
      const [sponsor] = month.sponsors;
      const listed = [];
      for (let cursor: string | null = '0'; cursor !== null; ) {
        const named = { spot: String(spot.pk), month: june, sponsor: sponsor?.pk as number };
        const { body }: { body: { results: { billed: number | null }[]; next: string | null } } =
          await at.call(
            listValidationVisits,
            { query: cursor === '0' ? named : { ...named, cursor } },
            { token },
          );
        listed.push(...body.results);
        cursor = body.next;
      }
      expect(listed).toHaveLength(sponsor?.visits ?? 0);
      expect(listed.reduce((total, { billed }) => total + (billed ?? 0), 0)).toBe(sponsor?.bill);
    }),
    { numRuns: 15 },
  );
});

import { expect, test } from 'vitest';
import { makeCommands } from '../testing/commands.factory.ts';

const { database, runLedger: ledger, runAdmin: admin } = await makeCommands();
const ada = ['create-superuser', '--email', 'Ada@example.com', '--first-name', 'Ada'];

test('ledger verify prints each cent of difference and exits with 1, and rebuild repairs it', async () => {
  const good = await ledger('verify');
  expect([good.code, good.error]).toEqual([0, '']);
  expect(good.out.trim().split('\n')).toEqual([
    'revenue_hours: 2 rows compared with 2 ledger entries',
    'revenue_days: 1 rows compared with 2 ledger entries',
    'revenue_months: 1 rows compared with 2 ledger entries',
    'revenue_closed_months: 0 rows compared with 2 ledger entries',
    'revenue_sources: 1 rows compared with 2 ledger entries',
    'tax_days: 1 rows compared with 2 ledger entries',
    'tax_months: 1 rows compared with 2 ledger entries',
    'rental_days: 1 rows compared with 2 rentals',
    'rental_stays: 1 rows compared with 2 rentals',
    'rental_hours: 4 rows compared with 2 rentals',
    'first_rentals: 0 rows compared with 2 rentals',
    'visit_days: 0 rows compared with 0 visits',
    'visit_months: 0 rows compared with 0 visits',
    'day_seals: 0 seals verified with 0 rows',
    'images: 0 files verified',
    '0 differences',
  ]);
  await database.system`update revenue_days set gross = gross + 1`;
  const bad = await ledger('verify');
  expect(bad.code).toBe(1);
  expect(bad.out).toMatch(
    /^revenue_days: organization \d+, property \d+, 2026-06-15, hourly: gross is 1501, the ledger says 1500$/m,
  );
  expect(bad.out).toMatch(/^1 difference$/m);
  expect((await ledger('rebuild')).code).toBe(0);
  expect((await ledger('verify')).out).toContain('0 differences');
});

test('create-superuser creates a person once and says how to sign in', async () => {
  const first = await admin(...ada, '--last-name', 'Love Lace', '--phone', '+1 (602) 555-0147');
  expect([first.code, first.error]).toEqual([0, '']);
  expect(first.out).toMatch(/^Database: lotkeeper_?\S* at \S+\.$/m);
  expect(first.out).not.toContain(':' + new URL(database.url.replace(',', '')).password);
  expect(first.out).toContain('Ada Love Lace (ada@example.com) is now a superuser.');
  expect(first.out).toContain('To sign in, enter ada@example.com on the login page');
  const again = await admin(...ada.with(2, 'ada@EXAMPLE.com'), '--last-name', 'Other');
  expect([again.code, again.out.split('\n')[1]]).toEqual([
    0,
    'ada@example.com is already a superuser.',
  ]);
  const people = await database.system`
    select first_name, last_name, phone, superuser from people where lower(email) = 'ada@example.com'`;
  expect([...people]).toEqual([
    { first_name: 'Ada', last_name: 'Love Lace', phone: '+16025550147', superuser: true },
  ]);
});

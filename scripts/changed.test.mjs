import { expect, it } from 'vitest';
import { pickTests } from './changed.mjs';

const pick = (...changed) => {
  const { unit, browser } = pickTests(changed);
  return { unit: unit.files, browser: browser.files };
};

it('a page of a feature runs the tests beside it and the browser tests of its name', () => {
  const { unit, browser } = pick('web/src/features/people/team/team.page.tsx');
  expect(unit).toEqual([
    'docs/docs.test.ts',
    'web/src/features/people/team/change-role.test.tsx',
    'web/src/features/people/team/member-access.test.tsx',
    'web/src/features/people/team/remove-member.test.tsx',
    'web/src/features/people/team/team.page.test.tsx',
    'web/src/features/people/team/team.rules.test.ts',
  ]);
  expect(browser).toEqual(['tools/e2e/team.spec.ts']);
});

it('a route runs the tests of its feature and those of access, but not of every feature', () => {
  const { unit } = pick('server/src/features/operations/kiosks/kiosks.routes.ts');
  expect(unit).toContain('server/src/features/operations/kiosks/kiosks.routes.test.ts');
  expect(unit).toContain('server/src/invariants/access/roles.test.ts');
  expect(unit).not.toContain('server/src/features/people/team/team.routes.test.ts');
});

it('a shared rule runs its own tests first and those of what imports it up to the maximum', () => {
  const { unit } = pickTests(['contract/src/kernel/money.ts']);
  expect(unit.files.slice(0, 3)).toContain('contract/src/kernel/money.test.ts');
  expect(unit.files).toHaveLength(40);
  expect(unit.count).toBeGreaterThan(40);
});

it('a program runs its smoke and system tests', () => {
  const { unit } = pick('server/src/workers/worker-fleet.ts', 'server/src/commands/backup.ts');
  expect(unit).toContain('server/src/workers.system.test.ts');
  expect(unit).toContain('server/src/commands/backup.smoke.test.ts');
  expect(unit).toContain('server/src/commands/backup.system.test.ts');
});

it('a migration runs the tests of what reads its tables, and those of the schema', () => {
  const { unit } = pick('server/migrations/0003_properties.sql');
  expect(unit).toContain('server/src/kernel/data/migration-rules.test.ts');
  expect(unit).toContain('server/src/features/money/taxes/taxes.routes.test.ts');
});

it('a function or a table’s triggers run the tests of what reads them, and those of the schema', () => {
  const readers = {
    'functions/tax_parts': 'server/src/records/operations/place-taxes.test.ts',
    'triggers/ledger_entries': 'server/src/features/money/books/books.routes.test.ts',
  };
  for (const [name, reader] of Object.entries(readers)) {
    const { unit } = pick(`server/migrations/${name}.sql`);
    expect(unit).toContain(reader);
    expect(unit).toContain('server/src/kernel/data/functions.test.ts');
    expect(unit).toContain('server/src/records/money/ledger.test.ts');
  }
});

it('what decides who may call something runs every test of access', () => {
  const { unit } = pick('server/src/kernel/http/request-scope.ts');
  for (const name of ['roles', 'tenants', 'tokens', 'machines']) {
    expect(unit).toContain(`server/src/invariants/access/${name}.test.ts`);
  }
});

it('a changed feature runs its tests of size too', () => {
  const { stress, unit } = pickTests(['server/src/features/money/remittances/remittances.file.ts']);
  expect(stress.files).toEqual([
    'server/src/features/money/remittances/remittances.stress.test.ts',
  ]);
  expect(unit.files.filter((file) => file.includes('.stress.'))).toEqual([]);
});

it('a changed test runs itself, and a deleted one is left out', () => {
  const { unit, browser } = pick(
    'scripts/counts.test.mjs',
    'scripts/gone.test.mjs',
    'tools/e2e/login.spec.ts',
  );
  expect(unit).toEqual(['docs/docs.test.ts', 'scripts/counts.test.mjs']);
  expect(browser).toEqual(['tools/e2e/login.spec.ts']);
});

it('what all pages share runs the browser tests of the shell', () => {
  expect(pick('web/src/ui/form/button.tsx').browser).toEqual(['tools/e2e/shell.spec.ts']);
});

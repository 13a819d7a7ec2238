import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderFiles } from '../kernel/data/files.ts';
import { makeCommands } from '../testing/commands.factory.ts';
import { makePerson } from '../testing/people.factory.ts';
import { dataFolder, runToEnd } from '../testing/processes.ts';
import { record, rental } from '../testing/rentals.factory.ts';
import { makeImage, sealAt } from '../testing/seals.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';

const { database, settings, runLedger: ledger, runAdmin: admin } = await makeCommands();

describe('ledger', () => {
  test('ledger verify prints each cent of difference and exits with 1, and rebuild repairs it', async () => {
    const good = await ledger('verify');
    expect([good.code, good.error]).toEqual([0, '']);
    expect(good.out.trim().split('\n')).toEqual([
      'revenue_hours: 2 rows compared with 2 ledger entries',
      'revenue_days: 1 rows compared with 2 ledger entries',
      'revenue_months: 1 rows compared with 2 ledger entries',
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

  test('ledger verify names each row and image that is not as it was sealed, and exits with 1', async () => {
    const sql = database.system;
    const spot = await makeSpot(sql);
    const files = folderFiles(join(settings['DATA_DIR'] ?? '', 'files'));
    const { uuid, sha256 } = await makeImage({ database, files }, spot, 'the car');
    await record(sql, spot, [rental(spot, '2026-06-15T19:00:00Z', 1000)]);
    await sealAt(sql, '2026-06-16T08:00:00Z');
    const good = await ledger('verify');
    expect([good.code, good.error]).toEqual([0, '']);
    expect(good.out).toMatch(/^day_seals: 2 seals verified with 3 rows$/m);
    expect(good.out).toMatch(/^day_seals: signed with the key [0-9a-f]{64}$/m);
    expect(good.out).toMatch(/^images: 1 files verified$/m);

    await sql.unsafe('alter table ledger_entries disable trigger append_only');
    const [entry] = await sql<{ pk: number }[]>`
      update ledger_entries set statement_descriptor = 'PARKING'
      where organization_id = ${spot.organization} returning pk`;
    await sql.unsafe('alter table ledger_entries enable trigger append_only');
    await writeFile(join(settings['DATA_DIR'] ?? '', 'files', sha256.slice(0, 2), sha256), 'a bus');
    const bad = await ledger('verify');
    expect(bad.code).toBe(1);
    const where = `organization ${spot.organization}`;
    expect(bad.out.trim().split('\n').slice(-4)).toEqual([
      `${where}, seal 1 of 2026-06-15: ledger entry ${entry?.pk} isn't as it was sealed`,
      'images: 1 files verified',
      `${where}, image ${uuid}: its file isn't the one that was stored`,
      '2 differences',
    ]);
    expect((await ledger('verify', '--without-images')).out).toMatch(/^1 difference$/m);
  });

  test.each([[[]], [['check']], [['verify', 'twice']]])(
    'ledger with the arguments %j prints its usage',
    async (args) => {
      const { code, error } = await ledger(...args);
      expect([code, error]).toEqual([
        1,
        'Usage: npm run ledger:verify, npm run ledger:verify -- --without-images, or npm run ledger:rebuild.\n',
      ]);
    },
  );

  test('a ledger command reports an unreachable database in one line', async () => {
    const DATABASE_URL = 'postgres://robin:sesame@127.0.0.1:1/lots';
    const { code, error } = await runToEnd('commands/ledger.ts', { DATABASE_URL }, ['verify']);
    expect([code, error.trim().split('\n').length]).toEqual([1, 1]);
    expect(error).toMatch(/^The database at 127\.0\.0\.1:1 can’t be reached/);
  });
});

describe('admin create-superuser', () => {
  const ada = ['create-superuser', '--email', 'Ada@example.com', '--first-name', 'Ada'];

  test('create-superuser promotes an existing person and changes nothing else about them', async () => {
    const { pk, email } = await makePerson(database.system);
    const { out } = await admin(...ada.with(2, email), '--last-name', 'Other');
    expect(out).toContain('is now a superuser; name and phone haven’t changed.');
    const [row] = await database.system`
      select first_name, superuser from people where pk = ${pk}`;
    expect(row).toEqual({ first_name: 'Robin', superuser: true });
  });

  test.each([
    ['no command', [], 'npm run admin -- --help'],
    ['another command', ['drop'], 'npm run admin -- --help'],
    ['no last name', ada, '--last-name is missing.'],
    ['an unknown option', [...ada, '--last-name', 'L', '--role', 'x'], 'role'],
    [
      'no email address',
      [...ada.with(2, 'ada'), '--last-name', 'L'],
      '--email ada is not an email address.',
    ],
    [
      'a wrong phone',
      [...ada, '--last-name', 'L', '--phone', '555'],
      '--phone 555 is not a phone number',
    ],
  ])('create-superuser with %s reports the problem in one line', async (_, args, words) => {
    const { code, error } = await admin(...args);
    expect(code).toBe(1);
    expect(error).toContain(words);
    expect(error.trim().split('\n')).toHaveLength(1);
  });

  test.each([
    ['nobody', [], 'Name the person with either --person or --email.'],
    ['both', ['--person', '1', '--email', 'ada@example.com'], 'Name the person with either'],
    ['a name for a number', ['--person', 'ada'], '--person ada is not a number'],
    ['an unknown person', ['--person', '999999'], 'There is no person 999999.'],
    ['an unknown address', ['--email', 'nobody@example.com'], 'There is no person nobody@'],
  ])('lift-sign-in-block with %s reports the problem in one line', async (_, args, words) => {
    const { code, error } = await admin('lift-sign-in-block', ...args);
    expect(code).toBe(1);
    expect(error).toContain(words);
    expect(error.trim().split('\n')).toHaveLength(1);
  });

  test('lift-sign-in-block finds a person by the email address', async () => {
    const { email } = await makePerson(database.system);
    const { error } = await admin('lift-sign-in-block', '--email', email.toUpperCase());
    expect(error).toContain('isn’t blocked');
  });

  test('create-superuser without DATABASE_URL makes no database', async () => {
    const DATA_DIR = dataFolder();
    const { code, error } = await runToEnd('commands/admin.ts', { DATA_DIR }, [
      ...ada,
      '--last-name',
      'L',
    ]);
    expect([code, error]).toEqual([
      1,
      `There is no database in ${DATA_DIR}. Run this with the DATABASE_URL or DATA_DIR of your server, or start the server once with npm start.\n`,
    ]);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test.each(['--help', '-h'])(
    'every command explains itself with %s, without a database',
    async (help) => {
      const DATA_DIR = dataFolder();
      for (const program of [
        'admin',
        'ledger',
        'distribute',
        'evidence',
        'backup',
        'restore',
        'migrate',
        'move-database',
        'upgrade-database',
      ]) {
        const { code, out, error } = await runToEnd(`commands/${program}.ts`, { DATA_DIR }, [help]);
        expect([program, code, error]).toEqual([program, 0, '']);
        expect(out).toMatch(/^Usage:\s+npm run .+\n$/s);
      }
    },
  );

  test('a command ends silently when the reader of its output goes away', async () => {
    const program = join(import.meta.dirname, 'ledger.ts');
    const { stderr } = spawnSync(
      'sh',
      ['-c', `"$0" "$1" verify | head -n 1`, process.execPath, program],
      {
        env: { ...process.env, ...settings },
        encoding: 'utf8',
      },
    );
    expect(stderr).toBe('');
  });

  test('create-superuser does not take another person’s phone number', async () => {
    await makePerson(database.system, { phone: '+16025550199', email: 'bo@example.com' });
    const { code, error } = await admin(...ada, '--last-name', 'L', '--phone', '+16025550199');
    expect(code).toBe(1);
    expect(error).toContain('belongs to bo@example.com');
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
});

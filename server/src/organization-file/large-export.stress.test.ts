import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeOrganization, makePerson } from '../testing/people.factory.ts';
import { testApp } from '../testing/test-app.ts';

const program = join(import.meta.dirname, '../testing/export-process.ts');
const megabyte = 1024 * 1024;
/** Of the process's own objects: it needs about 20 MB to start. */
const heapMegabytes = 32;
const rows = 200_000;
const images = 1500;

test('an export that is larger than the memory of its process is written', async () => {
  const { database, files, filesFolder } = await testApp({ now: '2026-06-15T19:00:00Z' });
  const sql = database.system;
  const { pk } = await makeOrganization(sql);
  const person = await makePerson(sql);
  // 200,000 rows with 320 hexadecimal digits each, which don't compress by more than half.
  await sql`
    insert into audit_entries (organization_id, person_pk, act, happened_at, subject_type, subject_name)
    select ${pk}, ${person.pk}, 'change', now(), 'organization',
      (select string_agg(md5(n::text || part::text), '') from generate_series(1, 10) part)
    from generate_series(1, ${rows}) n`;
  for (let image = 0; image < images; image++) {
    const name = await files.put(randomBytes(20_000));
    await sql`insert into images (organization_id, kind, file, media_type, bytes, taken_at)
      values (${pk}, 'note', ${name}, 'image/png', 20000, now())`;
  }
  const args = [
    `--max-old-space-size=${heapMegabytes}`,
    program,
    database.url,
    filesFolder,
    String(pk),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  // 30 MB of images, and at least half of the 64 MB of texts.
  expect(Number(stdout)).toBeGreaterThan(1.8 * heapMegabytes * megabyte);
});

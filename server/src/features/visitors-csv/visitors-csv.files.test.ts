import { csvMessages, downloadRefusedRows } from '@lotkeeper/contract/visitors-csv';
import { beforeEach, expect, test } from 'vitest';
import { csvSender } from '../../testing/csv.factory.ts';
import { signedInMember } from '../../testing/people.factory.ts';
import type { TestSpot } from '../../testing/spots.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { testApp } from '../../testing/test-app.ts';
import { makeVisitorCode } from '../../testing/visitors.factory.ts';

let employee: { token: string };
let spot: TestSpot;
let sender: ReturnType<typeof csvSender>;

const at = await testApp({ now: '2026-06-15T19:00:00Z' });

beforeEach(async () => {
  spot = await makeSpot(at.database.system);
  employee = await signedInMember(at, { pk: spot.organization }, 'EMPLOYEE');
  await makeVisitorCode(at.database.system, spot, { code: 'GUEST', days_valid: 2 });
  sender = csvSender(at, spot, employee.token, 'GUEST');
});

const readRows = () => at.database.system<{ plate: string; name: string | null }[]>`
  select c.plate, v.name, v.phone from visitors v
  join cars c on c.organization_id = v.organization_id and c.pk = v.car_pk
  where v.spot_pk = ${spot.pk} order by c.plate_key`;

const downloadRefused = async (pk: number) => {
  const query = { spot: String(spot.pk), import: String(pk) };
  const { response } = await at.call(downloadRefusedRows, { query }, { token: employee.token });
  return response.body;
};

test('skipped rows that are uploaded again as they were downloaded keep every character', async () => {
  const first = await sender.finish(
    'plate,state,name,phone\n-RT4-,ZZ,-Bob,+1 602 555 0147\nA1,ZZ,@handle,\nB2,ZZ,=SUM(A1),\nC3,AZ,Ada,\n',
  );
  expect(first).toMatchObject({ added: 1, refused: 3 });
  const downloaded = await downloadRefused(first.pk);
  expect(downloaded).toContain("'-RT4-");
  const second = await sender.finish(downloaded.replaceAll('ZZ', 'AZ'));
  expect(second).toMatchObject({ added: 3, refused: 0 });
  expect(await readRows()).toEqual([
    { plate: 'A1', name: '@handle', phone: null },
    { plate: 'B2', name: '=SUM(A1)', phone: null },
    { plate: 'C3', name: 'Ada', phone: null },
    { plate: '-RT4-', name: '-Bob', phone: '+16025550147' },
  ]);
});

test('skipped rows that are skipped again have one column for the line and one for the reason', async () => {
  const first = await sender.finish('plate,state\nA1,ZZ\n');
  const second = await sender.finish(await downloadRefused(first.pk));
  expect(await downloadRefused(second.pk)).toBe(
    '\ufeffplate,state,Line,Reason\r\nA1,ZZ,2,state: License PLate state is required\r\n',
  );
});

test('an apostrophe that guards nothing is kept', async () => {
  await sender.finish("plate,state,name\nA1,AZ,'Ada\nB2,AZ,O'Neil\n");
  expect((await readRows()).map(({ name }) => name)).toEqual(["'Ada", "O'Neil"]);
});

test('a UTF-8 file with a damaged byte stays UTF-8, and the row with that byte is skipped', async () => {
  const [good, stray] = [Buffer.from('A1,AZ,日本語\n'), Buffer.from([0xff])];
  const bytes = [Buffer.from('plate,state,name\n'), good, Buffer.from('B2,AZ,Zo'), stray];
  const done = await sender.finish(Buffer.concat([...bytes, Buffer.from('\nC3,AZ,Zoë\n')]));
  expect(done).toMatchObject({ added: 2, refused: 1, encoding: 'utf-8' });
  expect((await readRows()).map(({ name }) => name)).toEqual(['日本語', 'Zoë']);
  expect(await downloadRefused(done.pk)).toContain(csvMessages.unreadable);
});

test('a file with more damaged than valid UTF-8 characters is read as Windows-1252', async () => {
  const done = await sender.finish(Buffer.from('plate,state,name\nA1,AZ,Zoë Müller\n', 'latin1'));
  expect(done).toMatchObject({ added: 1, refused: 0, encoding: 'windows-1252' });
  expect((await readRows()).map(({ name }) => name)).toEqual(['Zoë Müller']);
});

test.each([
  ['semicolons', 'sep=;\r\nplate;state;name\r\nA1;AZ;"Ada; King"\r\nB2;ZZ;Bea\r\n'],
  ['commas', 'SEP=,\nplate,state,name\nA1,AZ,Ada; King\nB2,ZZ,Bea\n'],
  ['tabs', '"sep=\t"\nplate\tstate\tname\nA1\tAZ\tAda; King\nB2\tZZ\tBea\n'],
  ['a bar', 'sep=|\nplate|state|name\nA1|AZ|Ada; King\nB2|ZZ|Bea\n'],
])('a first line that names %s as the separator is understood', async (_, text) => {
  const done = await sender.finish(`\ufeff${text}`);
  expect(done).toMatchObject({ added: 1, refused: 1 });
  expect((await readRows()).map(({ name }) => name)).toEqual(['Ada; King']);
  // The line of the row in the file, the first line included.
  expect(await downloadRefused(done.pk)).toContain(',4,state: License PLate');
});

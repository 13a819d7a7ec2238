import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  csvMessages,
  downloadRefusedRows,
  startVisitorImport,
  uploadFile,
} from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { beforeEach, describe, expect, test } from 'vitest';
import { csvSender } from '../../../testing/csv.factory.ts';
import { affiliate, signedInMember } from '../../../testing/people.factory.ts';
import { writeRawZip } from '../../../testing/raw-zip.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { readStoredFile } from '../../../testing/stored-file.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeVisitor, makeVisitorCode } from '../../../testing/visitors.factory.ts';

let employee: { pk: number; token: string };
let spot: TestSpot;
let sender: ReturnType<typeof csvSender>;
const logged: string[] = [];

const at = await testApp({
  now: '2026-06-15T19:00:00Z',
  settings: { LOG_LEVEL: 'debug' },
  logTo: { write: (line) => void logged.push(line) },
});
const sql = at.database.system;
const first = await makeSpot(sql);
const organization = { pk: first.organization };

beforeEach(async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  employee = await signedInMember(at, organization, 'EMPLOYEE');
  spot = await makeSpot(sql, { organization });
  await makeVisitorCode(sql, spot, { code: 'GUEST', days_valid: 2 });
  sender = csvSender(at, spot, employee.token, 'guest');
});

const kept = () => sql<
  { plate: string; state: string; name: string | null; phone: string | null }[]
>`
  select c.plate, c.state, v.name, v.phone from visitors v
  join cars c on c.organization_id = v.organization_id and c.pk = v.car_pk
  where v.spot_pk = ${spot.pk} and v.deleted_at is null order by c.plate_key, c.state`;
const plates = async () => (await kept()).map(({ plate }) => plate);

const refusedRows = async (pk: number) => {
  const query = { spot: String(spot.pk), import: String(pk) };
  const { response } = await at.call(downloadRefusedRows, { query }, { token: employee.token });
  return response.body;
};

describe('files', () => {
  test('a file adds its visitors until the end of the code, and counts added, updated, and refused rows', async () => {
    await makeVisitor(sql, spot, { plate: 'KNOWN 1', grants: [] });
    const done = await sender.finish(
      'State,License Plate,Phone Number,Name\nArizona,abc 123,602 555 0147,Ada\nAZ,KNOWN1,,Grace\nZZ,BAD 1,,Eve\nAZ,ABC-123,,Ada L.\n',
    );
    // Two rows have the same car: the second counts as updated, like the known one.
    expect(done).toMatchObject({ state: 'done', added: 1, updated: 2, refused: 1, code: 'GUEST' });
    expect(await kept()).toEqual([
      { plate: 'ABC-123', state: 'AZ', name: 'Ada L.', phone: '+16025550147' },
      { plate: 'KNOWN 1', state: 'AZ', name: 'Grace', phone: null },
    ]);
    const ends = await sql`
      select distinct valid_until, validation_source from visitors where spot_pk = ${spot.pk}`;
    const valid_until = at.clock() + 2 * dayMs;
    expect(ends).toEqual([{ valid_until, validation_source: 'dashboard' }]);
  });

  test('an import shows its progress and its completion', async () => {
    expect((await sender.look()).body).toEqual({ progress: { value: 0, max: 0 }, latest: null });
    const text = 'plate,state\nA1,AZ\n';
    const begun = await sender.send(text);
    expect(begun.body).toEqual({ result: 'success', message: csvMessages.started });
    expect((await sender.look()).body).toMatchObject({
      progress: { value: 'plate,state\n'.length, max: text.length },
      latest: { state: 'running', file: 'guests.csv', finished_at: null },
    });
    await sender.work();
    expect((await sender.look()).body).toMatchObject({
      progress: { value: text.length, max: text.length },
      latest: { state: 'done', added: 1, finished_at: '2026-06-15T19:00:00.000Z' },
    });
  });

  test.each([
    ['UTF-8', Buffer.from('plate,state,name\nA1,AZ,Zoë\n')],
    ['UTF-8 with a mark', Buffer.from('\ufeffplate,state,name\nA1,AZ,Zoë\n')],
    ['UTF-16 LE', Buffer.from('\ufeffplate,state,name\nA1,AZ,Zoë\n', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\ufeffplate,state,name\nA1,AZ,Zoë\n', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('plate,state,name\nA1,AZ,Zoë\n', 'latin1')],
    ['semicolons', Buffer.from('plate;state;name\r\nA1;AZ;Zoë\r\n')],
    ['tabs', Buffer.from('plate\tstate\tname\nA1\tAZ\tZoë')],
    ['UTF-16 LE without a mark', Buffer.from('plate,state,name\nA1,AZ,Zoë\n', 'utf16le')],
    ['UTF-16 BE without a mark', Buffer.from('plate,state,name\nA1,AZ,Zoë\n', 'utf16le').swap16()],
    ['bars', Buffer.from('plate|state|name\r\nA1|AZ|Zoë\r\n')],
    ['spaces after its commas', Buffer.from('plate, state, name\nA1, AZ, "Zoë"\n')],
    ['a mark in the middle', Buffer.from('plate,state,name\n\ufeff"A1",AZ,Zoë\n')],
    ['a title', Buffer.from('Guests of July,,\n\nplate,state,name\nA1,AZ,Zoë\n')],
    ['carriage returns alone', Buffer.from('plate,state,name\rA1,AZ,Zoë\r')],
    ['quoted cells', Buffer.from('"plate","state","name"\n"A1","AZ","Zoë"\n')],
  ])('a file with %s is read with all its characters', async (_, bytes) => {
    expect(await sender.finish(bytes)).toMatchObject({ added: 1, refused: 0 });
    expect(await kept()).toEqual([{ plate: 'A1', state: 'AZ', name: 'Zoë', phone: null }]);
  });

  const zip = (...names: string[]) =>
    writeRawZip(names.map((name) => ({ name, content: Buffer.from('x') })));
  test.each([
    [
      'an Excel file that was cut off',
      zip('xl/workbook.xml').subarray(0, 60),
      csvMessages.workbook,
    ],
    ['an .xlsb file', zip('xl/workbook.bin'), csvMessages.binaryExcel],
    [
      'an .ods file',
      zip('mimetype', 'content.xml', 'META-INF/manifest.xml'),
      csvMessages.openDocument,
    ],
    ['a Numbers file', zip('Index/Document.iwa'), csvMessages.numbers],
    ['a web page', Buffer.from('<html><table><tr><td>plate</td></tr></table>'), csvMessages.markup],
    [
      'an XML spreadsheet',
      Buffer.from('\ufeff<?xml version="1.0"?><Workbook/>'),
      csvMessages.markup,
    ],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), csvMessages.oldExcel],
    ['a ZIP file', zip('guests.csv'), csvMessages.zip],
    ['a PDF file', Buffer.from('%PDF-1.7\n…'), csvMessages.pdf],
    ['UTF-32', Buffer.from('fffe000070000000', 'hex'), csvMessages.binary],
    ['a program', Buffer.alloc(2000), csvMessages.binary],
    ['a header alone', Buffer.from('plate,state\n'), csvMessages.noRows],
    ['blank rows alone', Buffer.from('plate,state\n,\n\n , \n'), csvMessages.noRows],
    ['blank lines alone', Buffer.from('\n\n\n'), csvMessages.header],
    ['no name of a column', Buffer.from('A1C,AZ\n'), csvMessages.noHeader],
    [
      'no column of a plate',
      Buffer.from('name\nAda\n'),
      csvMessages.missingColumns('plate, state'),
    ],
    [
      'two columns of a plate',
      Buffer.from('plate,state,License Plate\nA1,AZ,B2\n'),
      csvMessages.doubledColumn('plate', '“plate”, “License Plate”'),
    ],
    ['a broken first line', Buffer.from('plate,"state\nA1,AZ\n'), csvMessages.noHeader],
    ['a million columns', Buffer.from(`${'x,'.repeat(1_000_000)}\nA1,AZ`), csvMessages.header],
    [
      'three hundred columns',
      Buffer.from(`plate,state${',x'.repeat(300)}\nA1,AZ`),
      csvMessages.tooManyColumns,
    ],
    ['one giant line', Buffer.alloc(5_000_000, 'x'), csvMessages.header],
    [
      'too many rows',
      Buffer.from(`plate,state\n${'A,AZ\n'.repeat(100_001)}`),
      csvMessages.tooManyRows,
    ],
  ])('a file of %s is refused with a message, and no import begins', async (_, bytes, message) => {
    const { status, error } = await sender.send(bytes);
    expect([status, error.detail, error.fields]).toEqual([400, message, { csv_url: message }]);
    expect(await sender.running()).toEqual([]);
  });

  test('a file with line breaks in its cells is not refused for too many rows', async () => {
    const { status } = await sender.send(`plate,state,name\n${'A,AZ,"x\ny"\n'.repeat(60_000)}`);
    expect(status).toBe(200);
    await sql`delete from visitor_imports where spot_pk = ${spot.pk}`;
  });

  test('a file’s valid rows are recorded, and its refused rows can be downloaded with their reasons', async () => {
    const done = await sender.finish(
      [
        'plate,state,name',
        'A1,AZ,=SUM(1)',
        'B"2,AZ,broken',
        'C3,AZ,NUL\0',
        '"D4,AZ,never closed',
        `E5,AZ,${'x'.repeat(20_000)}`,
        'F6,Nowhere,"=cmd|\'/c calc\'!A1"',
        '',
        'G7,AZ,"two',
        'lines"',
      ].join('\r\n'),
    );
    expect(done).toMatchObject({ added: 2, updated: 0, refused: 5 });
    expect(await plates()).toEqual(['A1', 'G7']);
    const lines = (await refusedRows(done.pk)).replace('\ufeff', '').split('\r\n');
    expect(lines).toEqual([
      'plate,state,name,Line,Reason',
      `"B""2,AZ,broken",,,3,${csvMessages.brokenQuotes}`,
      'C3,AZ,NUL,4,name: Contains characters that can’t be stored.',
      `"""D4,AZ,never closed",,,5,${csvMessages.brokenQuotes}`,
      `"E5,AZ,${'x'.repeat(994)}",,,6,"This row is longer than 16,000 characters."`,
      `F6,Nowhere,'=cmd|'/c calc'!A1,7,state: License PLate state is required`,
      '',
    ]);
  });

  test('the sample file is imported without a refused row', async () => {
    const folder = '../../../../../web/src/features/intake/visitors-csv/sample.csv';
    const sample = await readFile(join(import.meta.dirname, folder));
    expect(await sender.finish(sample)).toMatchObject({ added: 4, updated: 0, refused: 0 });
  });

  test('an import leaves an audit entry with its sender, and none of its rows appear in the log', async () => {
    await sender.finish(
      'plate,state,name,phone\nSECRET1,AZ,Ada Hidden,602 555 0199\nSECRET2,ZZ,Eve Hidden,1\n',
    );
    const [act] = await sql`
      select person_pk, act, subject_type || ' ' || subject_pk as subject, after from audit_entries where person_pk = ${employee.pk}`;
    expect(act).toMatchObject({
      person_pk: employee.pk,
      act: 'create',
      subject: expect.stringMatching(/^visitor upload \d+$/),
      after: { file: 'guests.csv', code: 'GUEST' },
    });
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join('')).not.toMatch(/SECRET|Hidden|5550199|555 0199|guests/);
  });
});

test('an import runs alone at its property, and another property can run its own', async () => {
  expect((await sender.send('plate,state\nA1,AZ\n')).status).toBe(200);
  const second = await sender.send('plate,state\nB1,AZ\n');
  expect([second.status, second.error]).toMatchObject([
    409,
    { code: 'conflict', detail: csvMessages.busy },
  ]);
  const elsewhere = await makeSpot(sql, { organization });
  await makeVisitorCode(sql, elsewhere, { code: 'GUEST', always_valid: true });
  const other = csvSender(at, elsewhere, employee.token, 'GUEST');
  expect((await other.send('plate,state\nA1,AZ\n')).status).toBe(200);
  await sender.work();
  expect((await sender.send('plate,state\nB1,AZ\n')).status).toBe(200);
});

test('when ten imports start at once, only one is accepted', async () => {
  const urls = await Promise.all(
    Array.from({ length: 3 }, async () => (await sender.upload('plate,state\nA1,AZ\n')).body.url),
  );
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => sender.begin(urls[n % 3] ?? '')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(Math.max(...answers.map(({ status }) => status))).toBeLessThan(500);
});

test('one file sent to two organizations at once is imported by one of them', async () => {
  const other = await makeSpot(sql);
  await affiliate(sql, employee, { pk: other.organization }, 'EMPLOYEE');
  await makeVisitorCode(sql, other, { code: 'GUEST', days_valid: 2 });
  const otherSender = csvSender(at, other, employee.token, 'guest');
  const { url } = (await sender.upload('plate,state\nA1,AZ\n')).body;
  const answers = await Promise.all(
    // No more of an organization may wait for their turn.
    Array.from({ length: 6 }, (_, n) => (n % 2 ? sender : otherSender).begin(url)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
});

test.each(['OTHER', 'GONE', 'OLD', 'NONE'])(
  'an import with the code %s of another property, deleted, expired, or nonexistent is refused',
  async (code) => {
    const other = await makeSpot(sql, { organization });
    await makeVisitorCode(sql, other, { code: 'OTHER', always_valid: true });
    await makeVisitorCode(sql, spot, { code: 'GONE', always_valid: true, deleted_at: 0 });
    await makeVisitorCode(sql, spot, { code: 'OLD', expiration_date: '2026-06-14' });
    const { url } = (await sender.upload('plate,state\nA1,AZ\n')).body;
    const { status, error } = await sender.begin(url, { code });
    expect([status, error.fields]).toEqual([400, { code: csvMessages.code }]);
    // The file is still there for another try.
    expect((await sender.begin(url)).status).toBe(200);
  },
);

test('refused rows can be downloaded only at their own property and after the import is done', async () => {
  await sender.send('plate,state\n,AZ\n');
  const [named] = await sender.running();
  const query = { spot: String(spot.pk), import: String(named?.import_pk) };
  const download = (more: object = {}) =>
    at.call(downloadRefusedRows, { query: { ...query, ...more } }, { token: employee.token });
  expect((await download()).status).toBe(404);
  await sender.work();
  expect((await download()).status).toBe(200);
  const other = await makeSpot(sql, { organization });
  expect((await download({ spot: String(other.pk) })).status).toBe(404);
});

test('the newest upload shows why its first five rows were refused', async () => {
  const { problems, refused } = await sender.finish(`plate,state\n${',AZ\n'.repeat(6)}A1,AZ\n`);
  expect(refused).toBe(6);
  expect(problems).toEqual(
    [2, 3, 4, 5, 6].map((line) => ({ line, reason: 'plate: This is required' })),
  );
});

test('refused rows are kept for seven days', async () => {
  const { pk, refused_rows_until } = await sender.finish('plate,state\n,AZ\nA1,AZ\n');
  expect(refused_rows_until).toBe('2026-06-22T19:00:00.000Z');
  at.clock.forward(7 * dayMs - 1);
  await sender.tidy();
  expect(await refusedRows(pk)).toContain('plate: This is required');
  at.clock.forward(1);
  await sender.tidy();
  const { latest } = (await sender.look()).body;
  expect(latest).toMatchObject({ added: 1, refused: 1, refused_rows_until: null, problems: [] });
  const query = { spot: String(spot.pk), import: String(pk) };
  expect((await at.call(downloadRefusedRows, { query }, { token: employee.token })).status).toBe(
    404,
  );
  const rows = await sql`select 1 from refused_visitor_rows where import_pk = ${pk}`;
  expect(rows).toHaveLength(0);
});

describe('interrupted work', () => {
  const count = 30;
  const rows = Array.from({ length: count }, (_, n) => `P${n},AZ,Visitor ${n}`);
  const file = `plate,state,name\n${rows.join('\n')}\n`;
  const counts = async () => {
    const [row] = await sql<[{ visitors: number; sessions: number }]>`
      select (select count(*) from visitors where spot_pk = ${spot.pk}) as visitors,
        (select count(*) from visitor_sessions s join visitors v on v.pk = s.visitor_pk
          where v.spot_pk = ${spot.pk}) as sessions`;
    return row;
  };

  // Three rows are a transaction, and a piece of the file ends in the middle of a row.
  beforeEach(() => {
    sender = csvSender(at, spot, employee.token, 'guest', { rowsAtOnce: 3, pieceBytes: 50 });
  });

  test('an interrupted import continues after the last recorded row and adds no visitor twice', async () => {
    await sender.send(file);
    let now: number = at.clock();
    // Time is up after each batch.
    const hurried = () => (now += 4000) as Instant;
    await sender.work(1, hurried);
    const { progress, latest } = (await sender.look()).body;
    expect(progress.value).toBeGreaterThan(0);
    expect(progress.value).toBeLessThan(progress.max);
    expect((await counts()).visitors).toBe(latest?.added);
    await sender.work(Number.POSITIVE_INFINITY, hurried);
    expect((await sender.look()).body.latest).toMatchObject({
      added: count,
      updated: 0,
      refused: 0,
    });
    expect(await counts()).toEqual({ visitors: count, sessions: count });
  });

  test('an import by two jobs at once adds each row once', async () => {
    await sender.send(file);
    let now: number = at.clock();
    // Time is up after each batch, so that both begin again and again.
    const hurried = () => (now += 4000) as Instant;
    await Promise.all([sender.work(4, hurried), sender.work(4, hurried)]);
    await sender.work();
    expect(await counts()).toEqual({ visitors: count, sessions: count });
    expect((await sender.look()).body.latest).toMatchObject({
      state: 'done',
      added: count,
      updated: 0,
    });
  });

  test('a slice queues the next one with the rows that it recorded', async () => {
    await sender.send(file);
    const [named] = await sender.running();
    const key = `import_visitors ${organization.pk} ${named?.import_pk}`;
    const read = () => sql`select 1 from graphile_worker.jobs where key = ${key}`;
    expect(await read()).toHaveLength(1);
    await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`;
    let now: number = at.clock();
    await sender.work(1, () => (now += 4000) as Instant);
    expect(await read()).toHaveLength(1);
  });

  test('an import whose job the queue has given up or lost is queued again, and fails after ten tries that recorded nothing', async () => {
    await sender.send(file);
    await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`;
    await sender.tidy();
    const [named] = await sender.running();
    const queued = await sql`
      select 1 from graphile_worker.jobs
      where key = ${`import_visitors ${organization.pk} ${named?.import_pk}`}`;
    expect(queued).toHaveLength(1);
    await sql`update visitor_imports set file = gen_random_uuid() where spot_pk = ${spot.pk}`;
    for (let tries = 0; tries < 9; tries += 1) {
      await expect(sender.work(1)).rejects.toThrow('The file of the import is gone.');
    }
    await sender.work(1);
    const { progress, latest } = (await sender.look()).body;
    expect(latest).toMatchObject({ state: 'failed', added: 0 });
    expect(progress.value).toBe(progress.max);
  });
});

describe('uploads', () => {
  const send = (body: string, by: { name?: string } = {}) =>
    at.call(uploadFile, { headers: { filename: by.name ?? 'guests.csv' }, body }, employee);
  const good = Buffer.from('plate,state\nA1,AZ\n').toString('base64');

  test('an upload opens an import only for the person who made it', async () => {
    const { url } = (await send(good)).body;
    const colleague = await signedInMember(at, organization, 'ADMIN');
    const foreign = await sender.begin(url, { token: colleague.token });
    expect([foreign.status, foreign.error.fields]).toEqual([400, { csv_url: csvMessages.upload }]);
    expect((await sender.begin(url)).status).toBe(200);
  });

  test.each([
    'http://127.0.0.1:5432/',
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'https://files.example/guests.csv',
    'upload:../../etc/passwd',
    'upload:00000000-0000-4000-8000-000000000000',
    '00000000-0000-4000-8000-000000000000',
    "upload:' or 1=1 --",
    '',
  ])('an import from the csv_url %j is refused', async (csv_url) => {
    const { status, error } = await sender.begin(csv_url);
    expect([status, error.fields]).toEqual([400, { csv_url: csvMessages.upload }]);
  });

  test.each([
    ['signs that are none of base64', 'cGxh dGU='],
    ['a data address', `data:text/csv;base64,${good}`],
    ['an end in the middle', `${Buffer.from('a').toString('base64')}${good}`],
    ['a missing end', 'cGxhd'],
    ['JSON', '{"file":"x"}'],
  ])('an upload of %s is refused as invalid base64', async (_, body) => {
    const { status, error } = await send(body);
    expect([status, error.fields]).toEqual([400, { file: csvMessages.base64 }]);
  });

  test('an empty upload is refused, and so is one without a file name', async () => {
    expect((await send('')).error.fields).toEqual({ file: csvMessages.empty });
    const nameless = await at.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { authorization: `Token ${employee.token}` },
      payload: good,
    });
    expect(nameless.json()).toMatchObject({ fields: { filename: csvMessages.required } });
  });

  test('an upload of more than 12 MB is refused and not stored', async () => {
    const { status, error } = await send(
      Buffer.alloc(12 * 1024 * 1024 + 1, 'x').toString('base64'),
    );
    expect([status, error.detail]).toEqual([413, csvMessages.tooLarge]);
    const rows = await sql`select 1 from uploads where person_pk = ${employee.pk}`;
    expect(rows).toHaveLength(0);
    expect((await send(Buffer.alloc(12 * 1024 * 1024, 'x').toString('base64'))).status).toBe(200);
  });

  test('an upload whose file name is a path, markup, or a header is accepted and sets no cookie', async () => {
    const names = ['../../../etc/passwd', '%00', '<script>.csv', 'a%0D%0ASet-Cookie:%20x'];
    for (const name of names) {
      const { status, response } = await send(good, { name });
      expect(status).toBe(200);
      expect(response.headers['set-cookie']).toBeUndefined();
    }
  });

  test('a fourth upload replaces the oldest of the waiting ones, and an upload is removed after a day', async () => {
    const urls: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      at.clock.forward(1000);
      urls.push((await send(good)).body.url);
    }
    const [first = '', second = '', third = ''] = urls;
    expect((await sender.begin(first)).error.fields).toEqual({ csv_url: csvMessages.upload });
    expect(await at.files.open(first.slice('upload:'.length))).toBeNull();
    at.clock.forward(dayMs - 2000);
    await sender.tidy();
    expect((await sender.begin(second)).status).toBe(400);
    expect(await at.files.open(second.slice('upload:'.length))).toBeNull();
    const [named] = await sender.running();
    expect(named).toBeUndefined();
    expect((await sender.begin(third)).status).toBe(200);
  });

  test('a person may upload 60 files per hour', async () => {
    for (let n = 0; n < 60; n += 1) expect((await send('eA==')).status).toBe(200);
    expect((await send('eA==')).status).toBe(429);
    at.clock.forward(3_600_001);
    expect((await send('eA==')).status).toBe(200);
  });

  test('an upload and its file are removed when its visitors are added', async () => {
    const { url } = (await send(good)).body;
    await sender.begin(url);
    const uuid = url.slice('upload:'.length);
    expect(await readStoredFile(at.files, uuid)).not.toBeNull();
    await sender.work();
    expect(await at.files.open(uuid)).toBeNull();
    expect(await sql`select 1 from uploads where uuid = ${uuid}`).toHaveLength(0);
  });

  test('an uploaded file that an ended import left behind is removed', async () => {
    const { url } = (await send(good)).body;
    await sender.begin(url);
    const uuid = url.slice('upload:'.length);
    await sql`
      update visitor_imports set state = 'done', finished_at = ${at.clock()} where spot_pk = ${spot.pk}`;
    await sender.tidy();
    expect(await at.files.open(uuid)).toBeNull();
  });
});

test('an import with an unknown field is refused', async () => {
  const { url } = (await sender.upload('plate,state\nA1,AZ\n')).body;
  const body = { spot: spot.pk, code: 'GUEST', file: 'x.csv', csv_url: url, organization: 1 };
  const { status, error } = await at.call(startVisitorImport, { body }, employee);
  expect([status, error.fields]).toEqual([400, { organization: 'Unknown field.' }]);
});

test.each([
  ['with line feeds', 'plate,state\nA1,AZ\nA2,ZZ\n', '\n'],
  ['with carriage returns', 'plate,state\rA1,AZ\rA2,ZZ\r', '\r'],
])('an import %s that an earlier release started is finished', async (_, file, line_break) => {
  await sender.send(file);
  // It stored no columns, and started at the header line.
  await sql`
    update visitor_imports
    set fields = null, line_break = ${line_break}, done_bytes = 0, done_lines = 0
    where spot_pk = ${spot.pk}`;
  await sender.work();
  const { latest } = (await sender.look()).body;
  expect(latest).toMatchObject({ state: 'done', added: 1, refused: 1 });
  expect(await refusedRows(latest?.pk ?? 0)).toContain('A2,ZZ,3,');
});

test('skipped rows that are uploaded again as they were downloaded keep every character', async () => {
  const first = await sender.finish(
    'plate,state,name,phone\n-RT4-,ZZ,-Bob,+1 602 555 0147\nA1,ZZ,@handle,\nB2,ZZ,=SUM(A1),\nC3,AZ,Ada,\n',
  );
  expect(first).toMatchObject({ added: 1, refused: 3 });
  const downloaded = await refusedRows(first.pk);
  expect(downloaded).toContain("'-RT4-");
  const second = await sender.finish(downloaded.replaceAll('ZZ', 'AZ'));
  expect(second).toMatchObject({ added: 3, refused: 0 });
  expect(await kept()).toMatchObject([
    { plate: 'A1', name: '@handle', phone: null },
    { plate: 'B2', name: '=SUM(A1)', phone: null },
    { plate: 'C3', name: 'Ada', phone: null },
    { plate: '-RT4-', name: '-Bob', phone: '+16025550147' },
  ]);
});

test('skipped rows that are skipped again have one column for the line and one for the reason', async () => {
  const first = await sender.finish('plate,state\nA1,ZZ\n');
  const second = await sender.finish(await refusedRows(first.pk));
  expect(await refusedRows(second.pk)).toBe(
    '\ufeffplate,state,Line,Reason\r\nA1,ZZ,2,state: License PLate state is required\r\n',
  );
});

test('an apostrophe that protects nothing is kept', async () => {
  await sender.finish("plate,state,name\nA1,AZ,'Ada\nB2,AZ,O'Neil\n");
  expect((await kept()).map(({ name }) => name)).toEqual(["'Ada", "O'Neil"]);
});

test('a UTF-8 file with a damaged byte stays UTF-8, and the row with that byte is skipped', async () => {
  const [good, stray] = [Buffer.from('A1,AZ,日本語\n'), Buffer.from([0xff])];
  const bytes = [Buffer.from('plate,state,name\n'), good, Buffer.from('B2,AZ,Zo'), stray];
  const done = await sender.finish(Buffer.concat([...bytes, Buffer.from('\nC3,AZ,Zoë\n')]));
  expect(done).toMatchObject({ added: 2, refused: 1, encoding: 'utf-8' });
  expect((await kept()).map(({ name }) => name)).toEqual(['日本語', 'Zoë']);
  expect(await refusedRows(done.pk)).toContain(csvMessages.unreadable);
});

test('a file with more damaged than valid UTF-8 characters is read as Windows-1252', async () => {
  const done = await sender.finish(Buffer.from('plate,state,name\nA1,AZ,Zoë Müller\n', 'latin1'));
  expect(done).toMatchObject({ added: 1, refused: 0, encoding: 'windows-1252' });
  expect((await kept()).map(({ name }) => name)).toEqual(['Zoë Müller']);
});

test.each([
  ['semicolons', 'sep=;\r\nplate;state;name\r\nA1;AZ;"Ada; King"\r\nB2;ZZ;Bea\r\n'],
  ['commas', 'SEP=,\nplate,state,name\nA1,AZ,Ada; King\nB2,ZZ,Bea\n'],
  ['tabs', '"sep=\t"\nplate\tstate\tname\nA1\tAZ\tAda; King\nB2\tZZ\tBea\n'],
  ['a bar', 'sep=|\nplate|state|name\nA1|AZ|Ada; King\nB2|ZZ|Bea\n'],
])('a first line that names %s as the separator is recognized', async (_, text) => {
  const done = await sender.finish(`\ufeff${text}`);
  expect(done).toMatchObject({ added: 1, refused: 1 });
  expect((await kept()).map(({ name }) => name)).toEqual(['Ada; King']);
  // The line of the row in the file, counting the first line.
  expect(await refusedRows(done.pk)).toContain(',4,state: License PLate');
});

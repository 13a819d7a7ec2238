import { buffer } from 'node:stream/consumers';
import type { FileReading } from '@lotkeeper/contract/intake/visitors-csv';
import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import iconv from 'iconv-lite';
import { beforeEach, describe, expect, test } from 'vitest';
import { CsvFile, openCsvStream } from '../../../kernel/http/csv.ts';
import { csvSender } from '../../../testing/csv.factory.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeVisitorCode } from '../../../testing/visitors.factory.ts';
import { makeWorkbook, sheetXml } from '../../../testing/workbook.factory.ts';

let spot: TestSpot;
let sender: ReturnType<typeof csvSender>;

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const organization = { pk: (await makeSpot(sql)).organization };

beforeEach(async () => {
  const { token } = await signedInMember(at, organization, 'EMPLOYEE');
  spot = await makeSpot(sql, { organization });
  await makeVisitorCode(sql, spot, { code: 'GUEST', days_valid: 2 });
  sender = csvSender(at, spot, token, 'GUEST');
});

const visitors = async () =>
  (
    await sql<{ plate: string; state: string; name: string | null; phone: string | null }[]>`
      select c.plate, c.state, v.name, v.phone from visitors v
      join cars c on c.organization_id = v.organization_id and c.pk = v.car_pk
      where v.spot_pk = ${spot.pk} and v.deleted_at is null order by c.plate_key`
  ).map(({ plate, state, name, phone }) => [plate, state, name, phone].join(' | '));

const preview = async (file: Uint8Array | string, reading?: FileReading) => {
  const { status, body, error } = await sender.previewFile(file, reading);
  if (status !== 200) throw new Error(error.detail);
  return body;
};

const fieldsOf = ({ columns }: Awaited<ReturnType<typeof preview>>) =>
  columns.map(({ field }) => (field === 'ignore' ? '-' : field)).join(' ');

/** Files as other systems and people create them, and how they are read without a question. */
const known: [string, Buffer | Promise<Buffer>, string, string[]][] = [
  [
    'a hotel’s list with a title and a footer',
    Buffer.from(
      'Desert Inn - In-House Guests\r\nPrinted 06/15/2026 09:12,,,\r\n\r\nRoom,Guest Name,License Plate,Lic. State,Departure,Mobile Phone\r\n101,"Lovelace, Ada",CKR 4432,AZ,06/17/2026,(602) 555-0147\r\n102,Grace Hopper,8XYZ123,California,06/18/2026,\r\n',
    ),
    '- name plate state - phone',
    ['8XYZ123 | CA | Grace Hopper | ', 'CKR 4432 | AZ | Lovelace, Ada | +16025550147'],
  ],
  [
    'a rent roll with the state of the address and of the plate',
    Buffer.from(
      'Unit,First Name,Last Name,Address,City,State,Zip,Home Phone,Cell Phone,Make,Model,Plate #,Plate State\n12A,Ada,King,1 Main St,Phoenix,AZ,85001,602-555-0100,602-555-0147,Ford,F-150,ABC1234,NM\n',
    ),
    '- first_name last_name - - - - - phone - - plate state',
    ['ABC1234 | NM | Ada King | +16025550147'],
  ],
  [
    'a Spanish workbook saved as CSV by Excel',
    iconv.encode(
      'Matrícula;Estado;Nombre;Apellidos;Teléfono;Observaciones\r\nJKL-55-21;Jalisco;María;Núñez Peña;+52 33 3822 1000;Ñandú\r\n',
      'windows-1252',
    ),
    'plate state name last_name phone -',
    ['JKL-55-21 | JC | María Núñez Peña | +523338221000'],
  ],
  [
    'a French list from a Mac',
    iconv.encode(
      'N° d’immatriculation;Province;Prénom;Nom;Téléphone\rCXRB 421;Québec;Élise;Côté;514-555-0147\rCXRB 422;ON;François;Lefèvre;\r',
      'macintosh',
    ),
    'plate state first_name name phone',
    ['CXRB 421 | QC | Élise Côté | +15145550147', 'CXRB 422 | ON | François Lefèvre | '],
  ],
  [
    'answers of a form',
    Buffer.from(
      '"Timestamp","Email Address","Full Name","Vehicle License Plate #","State of Registration","Vehicle Make/Model"\n"6/1/2026 9:00:00","ada@example.com","Ada King","abc 1234","Arizona","Ford F-150"\n',
    ),
    '- - name plate state -',
    ['ABC 1234 | AZ | Ada King | '],
  ],
  [
    'a table of pandas with its index',
    Buffer.from(
      ',tag,lic_st,visitor_name,phone\n0,98765.0,AZ,Bo Float,6025550143.0\n1,PAN1234,AZ,nan,\n',
    ),
    '- plate state name phone',
    ['98765 | AZ | Bo Float | +16025550143', 'PAN1234 | AZ |  | '],
  ],
  [
    'a workbook whose lines are cells of one column',
    makeWorkbook({
      One: [['plate;state;name'], ['ONE 1234;AZ;"King; Ada"'], ['ONE 1235;CA;Grace']],
    }),
    'plate state name',
    ['ONE 1234 | AZ | King; Ada | ', 'ONE 1235 | CA | Grace | '],
  ],
  [
    'a workbook of two sheets with numbers, dates and a title',
    makeWorkbook({
      Guests: [
        ['July guests'],
        [],
        ['Placa', 'Estado', 'Nombre completo', 'Celular', 'Llegada'],
        [98765, 'AZ', 'Zoë "Z" Núñez', 6_025_550_143, { value: 46_188, style: 1 }],
        ['ABC 123', 'Sonora', 'two\nlines', null, null],
      ],
      Notes: [['nothing']],
    }),
    'plate state name phone -',
    ['98765 | AZ | Zoë "Z" Núñez | +16025550143', 'ABC 123 | SO | two lines | '],
  ],
];

test.each(known)('%s is read without a question', async (_, file, fields, recorded) => {
  const bytes = await file;
  const read = await preview(bytes);
  expect(read).toMatchObject({ questions: [], missing: [], refused: 0, good: recorded.length });
  expect(fieldsOf(read)).toBe(fields);
  expect(await visitors()).toEqual([]);
  expect(await sender.finish(bytes)).toMatchObject({ refused: 0 });
  expect(await visitors()).toEqual(recorded);
});

const rows = 'HDR1234,AZ,Ada King\nXYZ 9876,CA,Grace Hopper\nQRS1212,NM,Edsger D\n';
const two = '“Plate”, “License Plate”';
const cyrillic = 'plate,state,name\nA1,AZ,Иван Петров\nA2,AZ,Ольга Ивановна\n';

/** Files that a person has to check: what is asked, and the choice that answers it. */
test.each<[string, Buffer | Promise<Buffer>, RegExp | string, FileReading, string[]]>([
  [
    'without column names',
    Buffer.from(rows),
    csvMessages.noHeader,
    { fields: ['plate', 'state', 'name'] },
    ['HDR1234 | AZ | Ada King | ', 'QRS1212 | NM | Edsger D | ', 'XYZ 9876 | CA | Grace Hopper | '],
  ],
  [
    'with names that say nothing',
    Buffer.from(`Nummer,Land,Wer\n${rows}`),
    csvMessages.guessedColumns('plate, state'),
    { fields: ['plate', 'state', 'name'] },
    ['HDR1234 | AZ | Ada King | ', 'QRS1212 | NM | Edsger D | ', 'XYZ 9876 | CA | Grace Hopper | '],
  ],
  [
    'with two columns of a plate',
    Buffer.from('Plate,License Plate,State\nA1,B2,AZ\n'),
    csvMessages.doubledColumn('plate', two),
    { fields: ['ignore', 'plate', 'state'] },
    ['B2 | AZ |  | '],
  ],
  [
    'whose state may be that of an address',
    Buffer.from('Plate,Name,Address,City,State\nA1,Ada,1 Main St,Tucson,AZ\n'),
    csvMessages.addressState('State'),
    { fields: ['plate', 'name', 'ignore', 'ignore', 'state'] },
    ['A1 | AZ | Ada | '],
  ],
  [
    'in Windows-1251, whose letters may be others',
    iconv.encode(cyrillic, 'windows-1251'),
    csvMessages.severalEncodings('Иван, Петров, Ольга'),
    { encoding: 'windows-1251' },
    ['A1 | AZ | Иван Петров | ', 'A2 | AZ | Ольга Ивановна | '],
  ],
  [
    'of Mac OS Roman with few names',
    iconv.encode('plate,state,name\nA1,AZ,Müller\n', 'macintosh'),
    csvMessages.severalEncodings('Müller'),
    { encoding: 'macintosh' },
    ['A1 | AZ | Müller | '],
  ],
  [
    'whose names were damaged before it was saved',
    Buffer.from('plate,state,name\nA1,AZ,MÃ¼ller\nA2,AZ,N??ez\n'),
    csvMessages.garbled('MÃ¼ller'),
    { encoding: 'utf-8' },
    ['A1 | AZ | MÃ¼ller | ', 'A2 | AZ | N??ez | '],
  ],
  [
    'of a workbook with leading zeros that aren’t stored',
    makeWorkbook(
      {
        One: [
          ['plate', 'state'],
          [{ value: 123, style: 2 }, 'AZ'],
        ],
      },
      { withZeros: true },
    ),
    csvMessages.hiddenDigits,
    { fields: ['plate', 'state'] },
    ['123 | AZ |  | '],
  ],
])(
  'a file %s is refused until somebody has checked it',
  async (_, file, question, reading, recorded) => {
    const bytes = await file;
    expect(await preview(bytes)).toMatchObject({ questions: [question] });
    const refused = await sender.send(bytes);
    expect([refused.status, refused.error.detail]).toEqual([400, question]);
    expect(await preview(bytes, reading)).toMatchObject({ questions: [] });
    await sender.finish(bytes, reading);
    expect(await visitors()).toEqual(recorded);
  },
);

test('a preview shows the first ten rows as they would be recorded, and the first reasons for refusals', async () => {
  const lines = Array.from(
    { length: 30 },
    (_, n) => `"=""00${n + 1}""",Arizona,Visitor ${n},602 555 0147`,
  );
  const file = `plate,state,name,phone\n${lines.join('\n')}\nAMK♥40,AZ,Eve,\nA1,Atlantis,Bob,12\n`;
  const read = await preview(file);
  expect(read).toMatchObject({
    good: 30,
    refused: 2,
    header_line: 1,
    encoding: 'utf-8',
    delimiter: ',',
  });
  expect(read.rows).toHaveLength(10);
  expect(read.rows[3]).toEqual({
    line: 5,
    cells: ['004', 'AZ', 'Visitor 3', '+16025550147'],
    problem: null,
  });
  expect(read.problems).toEqual([
    {
      line: 32,
      reason: 'plate: Only letters, digits, spaces and dashes. “♥” can’t be part of a plate.',
    },
    { line: 33, reason: 'state: License PLate state is required phone: Invalid phone number' },
  ]);
});

test('choices of separator, header line, sheet, and columns change the preview and what is recorded', async () => {
  const text = 'a|b\nA1|AZ\nplate;state|name\nB2;CA|x\n';
  expect(
    await preview(text, { delimiter: '|', header_line: 0, fields: ['plate', 'state'] }),
  ).toMatchObject({ delimiter: '|', header_line: 0, questions: [] });
  expect(await preview(text, { delimiter: ';', header_line: 3 })).toMatchObject({
    header_line: 3,
    columns: [
      { name: 'plate', field: 'plate', samples: ['B2'] },
      { name: 'state|name', samples: ['CA|x'] },
    ],
  });
  const book = await makeWorkbook({
    One: [
      ['plate', 'state'],
      ['A1', 'AZ'],
    ],
    Two: [
      ['plate', 'state'],
      ['B2', 'AZ'],
    ],
  });
  expect(await preview(book)).toMatchObject({ sheet: 'One', sheets: ['One', 'Two'] });
  await sender.finish(book, { sheet: 'Two' });
  expect(await visitors()).toEqual(['B2 | AZ |  | ']);
  const gone = await sender.previewFile(book, { sheet: 'Three' });
  expect([gone.status, gone.error.detail]).toEqual([400, csvMessages.noSheet]);
});

test('a field that is chosen for two columns is refused', async () => {
  const { status, error } = await sender.previewFile('a,b\nA1,AZ\n', {
    fields: ['plate', 'plate'],
  });
  expect([status, error.fields]).toEqual([400, { 'reading.fields': csvMessages.doubledChoice }]);
});

test('an imported workbook leaves no file behind', async () => {
  const book = await makeWorkbook({
    One: [
      ['plate', 'state'],
      ['A1', 'AZ'],
      ['A2', 'ZZ'],
    ],
  });
  const { url } = (await sender.upload(book)).body;
  expect((await sender.begin(url)).status).toBe(200);
  expect(await at.files.open(url.slice('upload:'.length))).toBeNull();
  const [{ file }] = await sql<[{ file: string }]>`
    select file from visitor_imports where spot_pk = ${spot.pk}`;
  await sender.work();
  expect(await at.files.open(file)).toBeNull();
  expect((await sender.look()).body.latest).toMatchObject({ added: 1, refused: 1 });
  expect(await sql`select 1 from refused_visitor_rows where line = 3`).not.toHaveLength(0);
});

describe('workbooks', () => {
  const row = (at: string, column: string) =>
    `${sheetXml([
      ['plate', 'state'],
      ['A1', 'AZ'],
    ])}<row r="${at}"><c r="${column}${at}"><v>1</v></c></row>`;
  test.each([
    ['that reaches to the last row', row('1048576', 'A'), csvMessages.largeWorkbook],
    ['with a cell far to the right and down', row('60000', 'XFD'), csvMessages.largeWorkbook],
    ['of broken XML', '<row r="1"><c r="A1"><v>1</row>', null],
    ['without rows', '', csvMessages.header],
  ])('a workbook %s is refused with a message, within memory', async (_, sheet, message) => {
    const before = process.memoryUsage().rss;
    const book = await makeWorkbook({ One: sheet });
    const { status, error } = await sender.previewFile(book);
    expect(status).toBe(400);
    if (message) expect(error.detail).toBe(message);
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024);
  });

  test('a workbook with dates in place of plates has those rows refused', async () => {
    const book = await makeWorkbook({
      One: [
        ['plate', 'state'],
        [{ value: 46_107, style: 1 }, 'AZ'],
        ['A1', 'AZ'],
      ],
    });
    expect(await preview(book)).toMatchObject({
      good: 1,
      refused: 1,
      problems: [{ line: 2, reason: `plate: ${csvMessages.date}` }],
    });
  });
});

test('visitors that were downloaded as our own file and uploaded again stay as they are', async () => {
  const file = [
    'plate,state,name,phone',
    '00123,AZ,=SUM(A1),+1 602 555 0147',
    '-RT4-,AZ,-Bob,',
    "A1,AZ,'Ada,",
    'B2,AZ,"Zoë ""Z"" Núñez",',
    'C3,AZ,@handle,',
  ].join('\n');
  await sender.finish(file);
  const before = await visitors();
  expect(before).toHaveLength(5);
  const cells = before.map((visitor) => visitor.split(' | '));
  async function* batches() {
    yield Promise.resolve(cells);
  }
  const download = new CsvFile('visitors', ['Plate', 'State', 'Name', 'Phone'], batches());
  const bytes = await buffer(await openCsvStream(download));
  expect(await sender.finish(bytes)).toMatchObject({ added: 0, updated: 5, refused: 0 });
  expect(await visitors()).toEqual(before);
});

test('lines with three kinds of endings, and line ends in cells, are each one row', async () => {
  const file =
    'plate,state,name\rMCR1001,AZ,"Line one\nLine two"\rMCR1002,AZ,Plain\nMCR1003,AZ,"a\r\nb"\r\nMCR1004,AZ,"c\rd"';
  expect(await sender.finish(file)).toMatchObject({ added: 4, refused: 0 });
  expect(await visitors()).toEqual([
    'MCR1001 | AZ | Line one Line two | ',
    'MCR1002 | AZ | Plain | ',
    'MCR1003 | AZ | a b | ',
    'MCR1004 | AZ | c d | ',
  ]);
});

test('columns that a person chose are remembered for the organization’s next file with the same names', async () => {
  const file = 'Kennung,Ort\nABC123,AZ\nXYZ789,NM\n';
  const fields = ['plate', 'state'] as const;
  expect((await preview(file)).questions).not.toEqual([]);
  await sender.finish(file, { fields: [...fields] });
  const next = await preview('Kennung,Ort\nDEF456,CA\n');
  expect([fieldsOf(next), next.questions]).toEqual([fields.join(' '), []]);
  expect(await sender.finish('Kennung,Ort\nDEF456,CA\n')).toMatchObject({ added: 1 });
  const chosen = await preview(file, { fields: ['state', 'plate'] });
  expect(fieldsOf(chosen)).toBe('state plate');
  expect(fieldsOf(await preview('Kennung,Ort,Tag\nDEF456,CA,1\n'))).not.toBe('plate state -');

  const stranger = await makeSpot(sql);
  await makeVisitorCode(sql, stranger, { code: 'GUEST', days_valid: 2 });
  const { token } = await signedInMember(at, { pk: stranger.organization }, 'EMPLOYEE');
  const other = await csvSender(at, stranger, token, 'GUEST').previewFile(file);
  expect(other.body.questions).not.toEqual([]);
});

import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import { readZip } from '@lotkeeper/evidence/packet-files';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RawPart } from '../../../testing/raw-zip.factory.ts';
import { writeRawZip } from '../../../testing/raw-zip.factory.ts';
import { makeWorkbook } from '../../../testing/workbook.factory.ts';
import { readSheetText } from './workbook.ts';

const rows = [
  ['plate', 'state'],
  ['ABC123', 'AZ'],
];
const text = 'plate,state\nABC123,AZ\n';
const sheet = 'xl/worksheets/sheet1.xml';

/** The parts of a good workbook, each changed. */
async function listParts(change: (part: RawPart) => RawPart = (part) => part): Promise<RawPart[]> {
  const files = await readZip(await makeWorkbook({ One: rows }));
  return files.map(({ name, bytes }) => change({ name, content: bytes }));
}

const read = async (parts: readonly RawPart[]) => {
  const found = await readSheetText(writeRawZip(parts), null);
  return Buffer.from(found.text).toString();
};

const megabytes = 1024 * 1024;
const bomb = Buffer.from(
  `<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>${'0'.repeat(100 * megabytes)}</v></c></row></sheetData></worksheet>`,
);

test('a workbook whose sizes follow its parts, or are in Zip64 fields, is read', async () => {
  expect(await read(await listParts())).toBe(text);
  expect(await read(await listParts((part) => ({ ...part, hasDescriptor: true })))).toBe(text);
  expect(await read(await listParts((part) => ({ ...part, isZip64: true })))).toBe(text);
});

test('a workbook is read whatever its compressed bytes look like', async () => {
  const image = { name: 'xl/media/image1.png', content: Buffer.from('Index.zip .iwa') };
  const book = writeRawZip([...(await listParts()), image]);
  // Stored in a comment: bytes of the file that no name is made of.
  const comment = Buffer.from('Index.zip .iwa xl/workbook.bin');
  const end = Buffer.from(book);
  end.writeUInt16LE(comment.length, end.length - 2);
  const found = await readSheetText(Buffer.concat([end, comment]), null);
  expect(Buffer.from(found.text).toString()).toBe(text);
});

test('a workbook that lists more sheets than Excel makes is refused, also where they are one part', async () => {
  const listing = (count: number) =>
    listParts((part) => {
      if (part.name !== 'xl/workbook.xml') return part;
      const entry = '<sheet name="One" sheetId="1" r:id="r1"/>';
      const content = Buffer.from(part.content).toString().replace(entry, entry.repeat(count));
      return { ...part, content: Buffer.from(content) };
    });
  expect(await read(await listing(255))).toBe(text);
  await expect(read(await listing(256))).rejects.toThrow(csvMessages.largeWorkbook);
});

test('styles that begin a million elements and end none are read in one pass', async () => {
  const styles = Buffer.from(`<styleSheet>${'<xf '.repeat(4_000_000)}</styleSheet>`);
  const parts = await listParts((part) =>
    part.name === 'xl/styles.xml' ? { ...part, content: styles } : part,
  );
  await expect(read(parts)).rejects.toThrow();
});

test.each([
  ['a reference to a letter', 'worksheets/sheet1.xml', '&#88;FD'],
  ['small letters', 'worksheets/sheet1.xml', 'xfd'],
  ['its sheet in another folder', 'sheets/one.xml', 'XFD'],
])(
  'a sheet of 16,384 columns and 90,000 rows with %s is refused as too large',
  async (_, name, column) => {
    const content = Buffer.from(
      `<worksheet><sheetData><row r="90000"><c r="${column}90000"><v>1</v></c></row></sheetData></worksheet>`,
    );
    const parts = await listParts((part) => {
      if (part.name === sheet) return { name: `xl/${name}`, content };
      if (part.name !== 'xl/_rels/workbook.xml.rels') return part;
      const links = Buffer.from(part.content).toString().replace('worksheets/sheet1.xml', name);
      return { ...part, content: Buffer.from(links) };
    });
    await expect(read(parts)).rejects.toThrow(csvMessages.largeWorkbook);
  },
);

const sheetOf = (content: string) =>
  replaceSheet({
    content: Buffer.from(`<worksheet><sheetData>${content}</sheetData></worksheet>`),
  });

test.each([
  ['seven letters', '<row r="2"><c r="ZZZZZZZ2"><v>1</v></c></row>'],
  ['four letters', '<row r="2"><c r="ZZZZ2"><v>1</v></c></row>'],
  ['eleven digits', '<row r="2"><c r="A99999999999"><v>1</v></c></row>'],
  ['zeros in front of its digits', '<row r="90000"><c r="XFD00000090000"><v>1</v></c></row>'],
  ['an exponent', '<row r="1e9"><c r="A1"><v>1</v></c></row>'],
  ['signs between', '<row r="2"><c r="$A$2"><v>1</v></c></row>'],
  ['a prefix', '<row r="2"><a.b-c:c a.b:r="ZZZZ2"><v>1</v></a.b-c:c></row>'],
  ['a tag before it in its own', '<row r="2"><c t="<" r="ZZZZ2"><v>1</v></c></row>'],
  ['the end of a tag before it in its own', `<row r="2"><c t='>' r="ZZZZ2"><v>1</v></c></row>`],
  ['much space before it', `<row r="2"><c${' '.repeat(70_000)}r="ZZZZ2"><v>1</v></c></row>`],
])('a sheet with a reference of %s is refused before it is read', async (_, content) => {
  await expect(read(await sheetOf(content))).rejects.toThrow(csvMessages.largeWorkbook);
});

test('a sheet may have a hundred thousand rows of forty columns', async () => {
  const cell = (column: string) =>
    sheetOf(`<row r="100000"><c r="${column}100000" t="str"><v>x</v></c></row>`);
  expect((await read(await cell('AN'))).endsWith(`${','.repeat(39)}x\n`)).toBe(true);
  await expect(read(await cell('AO'))).rejects.toThrow(csvMessages.largeWorkbook);
});

test('what only looks like a reference is read, in a text and in another part', async () => {
  const theme = '<a:fillToRect l="50%" r="-80000"/><xdr:row>1</xdr:row>';
  const parts = await sheetOf(
    `<row r="1" spans="1:1"><c r="A1" t="str"><v>a r="b" &lt;c r="c"></v></c><c r='B1' t="str"><v>c</v></c></row>`,
  );
  const named = { name: 'xl/theme/theme1.xml', content: Buffer.from(theme) };
  expect(await read([...parts, named])).toBe('"a r=""b"" <c r=""c"">",c\n');
});

const replaceSheet = (change: Partial<RawPart>) =>
  listParts((part) => (part.name === sheet ? { ...part, ...change } : part));

test.each([
  ['inflates to 100 MB', { content: bomb }],
  ['inflates to 100 MB, with sizes that follow', { content: bomb, hasDescriptor: true }],
  ['inflates to 100 MB, with sizes in a Zip64 field', { content: bomb, isZip64: true }],
])('a workbook whose sheet %s is refused as too large', async (_, change) => {
  await expect(read(await replaceSheet(change))).rejects.toThrow(csvMessages.largeWorkbook);
});

test.each([
  ['has a second name', { unicodePath: 'a.bin' }, csvMessages.twoNames],
  ['is a bomb under a second name', { content: bomb, unicodePath: 'a.bin' }, csvMessages.twoNames],
  [
    'has another name in front of it',
    { localName: 'xl/worksheets/sheet9.xml' },
    csvMessages.twoNames,
  ],
  ['is encrypted', { isEncrypted: true }, csvMessages.encryptedPart],
  [
    'is a bomb that declares 100 bytes',
    { content: bomb, declaredBytes: 100 },
    csvMessages.workbook,
  ],
  ['declares fewer bytes than it has', { declaredBytes: 10 }, csvMessages.workbook],
  ['declares more bytes than it has', { declaredBytes: 1_000_000 }, csvMessages.workbook],
])('a workbook whose sheet %s is refused with a message', async (_, change, message) => {
  await expect(read(await replaceSheet(change))).rejects.toThrow(message);
});

test.each([
  ['the same name', sheet],
  ['the same name in capitals', 'XL/WORKSHEETS/SHEET1.XML'],
  ['the same name with backslashes', 'xl\\worksheets\\sheet1.xml'],
  ['the same name with a dot in its path', 'xl/./worksheets/sheet1.xml'],
])('a workbook with two parts of %s is refused with a message', async (_, name) => {
  const parts = await listParts();
  const other = { name, content: Buffer.from('<worksheet/>') };
  await expect(read([...parts, other])).rejects.toThrow(csvMessages.sameName);
});

test('a workbook whose parts overlap is refused with a message', async () => {
  const inside = { name: 'xl/media/image2.png', content: Buffer.from('an image') };
  const outside = { name: 'xl/media/image1.png', content: writeRawZip([inside]), isStored: true };
  const offset = 30 + outside.name.length;
  const parts = [outside, { ...inside, offset }, ...(await listParts())];
  await expect(read(parts)).rejects.toThrow(csvMessages.overlappingParts);
});

test('a workbook of more parts than any has is refused before they are read', async () => {
  const parts = Array.from({ length: 6000 }, (_, number) => ({
    name: `xl/media/image${number}.png`,
    content: Buffer.alloc(0),
  }));
  await expect(read([...(await listParts()), ...parts])).rejects.toThrow(csvMessages.largeWorkbook);
});

test('a workbook whose sheet has more cells than are counted by their references is refused', async () => {
  const cells = '<row><c/></row>'.repeat(120_000);
  const content = Buffer.from(`<worksheet><sheetData>${cells}</sheetData></worksheet>`);
  await expect(read(await replaceSheet({ content }))).rejects.toThrow(csvMessages.largeWorkbook);
});

test('a workbook whose cells repeat a long text is refused before the text is written', async () => {
  const parts = await listParts();
  const cells = Array.from({ length: 1000 }, (_, row) => [`A${row + 1}`, row + 1]).map(
    ([place, row]) => `<row r="${row}"><c r="${place}" t="s"><v>0</v></c></row>`,
  );
  const content = Buffer.from(`<worksheet><sheetData>${cells.join('')}</sheetData></worksheet>`);
  const strings = Buffer.from(`<sst><si><t>${'A'.repeat(megabytes)}</t></si></sst>`);
  const changed = parts.map((part) => (part.name === sheet ? { ...part, content } : part));
  const withStrings = [...changed, { name: 'xl/sharedStrings.xml', content: strings }];
  await expect(read(withStrings)).rejects.toThrow(csvMessages.largeWorkbook);
});

test('a damaged workbook is read as it was, or refused', async () => {
  const parts = await listParts();
  const books = [
    writeRawZip(parts),
    writeRawZip(parts.map((part) => ({ ...part, hasDescriptor: true }))),
    writeRawZip(parts.map((part) => ({ ...part, isZip64: true }))),
  ];
  const damage = fc.record({ at: fc.nat(5000), byte: fc.nat(255), isCut: fc.boolean() });
  const damages = fc.array(damage, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...books), damages, async (book, list) => {
      const bytes = list.reduce((before, { at, byte, isCut }) => {
        const place = at % before.length;
        if (isCut) return Buffer.concat([before.subarray(0, place), before.subarray(place + 7)]);
        const copy = Buffer.from(before);
        copy[place] = byte;
        return copy;
      }, book);
      const found = await readSheetText(bytes, null).catch(() => null);
      if (found) expect(Buffer.from(found.text).toString()).toBe(text);
    }),
    { numRuns: 200 },
  );
});

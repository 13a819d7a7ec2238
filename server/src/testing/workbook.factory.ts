import { zipFiles } from '@lotkeeper/evidence/packet-files';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A cell of a sheet: a text, a number, or a number with a style, 1 = a date and 2 = with leading zeros. */
export type TestCell = string | number | { value: number; style: number } | null;

const column = (index: number) => String.fromCharCode(65 + index);

function toXml(cell: TestCell, reference: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string')
    return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`;
  const { value, style } = typeof cell === 'number' ? { value: cell, style: 0 } : cell;
  return `<c r="${reference}" s="${style}"><v>${value}</v></c>`;
}

/** The XML of a sheet, from its rows. */
export const sheetXml = (rows: readonly (readonly TestCell[])[]) =>
  rows
    .map((cells, row) => {
      const content = cells.map((cell, index) => toXml(cell, `${column(index)}${row + 1}`));
      return `<row r="${row + 1}">${content.join('')}</row>`;
    })
    .join('');

/** An .xlsx file of sheets by name; `styles` has the format with leading zeros. */
export async function makeWorkbook(
  sheets: Record<string, string | readonly (readonly TestCell[])[]>,
  { withZeros = false } = {},
): Promise<Buffer> {
  const names = Object.keys(sheets);
  const parts: [string, string][] = [
    [
      '[Content_Types].xml',
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
        .map((name, at) => `<sheet name="${escape(name)}" sheetId="${at + 1}" r:id="r${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
        .map(
          (_, at) =>
            `<Relationship Id="r${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="rs" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${main}">${withZeros ? '<numFmts count="1"><numFmt numFmtId="164" formatCode="00000"/></numFmts>' : ''}<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="${withZeros ? 164 : 0}"/></cellXfs></styleSheet>`,
    ],
    ...names.map((name, at): [string, string] => {
      const rows = sheets[name] ?? '';
      const data = typeof rows === 'string' ? rows : sheetXml(rows);
      return [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
      ];
    }),
  ];
  const files = parts.map(([name, text]) => ({
    name,
    bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`),
  }));
  return Buffer.from(await zipFiles(files, undefined));
}

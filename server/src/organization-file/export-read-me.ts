import { exportFiles, nameDataFile } from './export-manifest.ts';
import { exportedTables, leftOutTables } from './tables/exported-tables.ts';

const introduction = (organization: string, asOf: string) => `# Everything of ${organization}

As of ${asOf}. All rows are of this one point in time. They contain personal data of drivers and staff.

- \`${exportFiles.manifest}\` lists each file with its size, SHA-256, and number of rows. \`${exportFiles.signature}\` is its signature (Ed25519, 128 hexadecimal digits) with the key in it.
- \`data/\` has a CSV file for each table, described below.
- \`files/\` has the images. Each is named by its SHA-256. \`${exportFiles.images}\` lists them.

## How values are written

The CSV files are UTF-8, with a header, commas, and line feeds (RFC 4180 otherwise). They are exact, for programs:

- An empty value is null; \`""\` is an empty text.
- Amounts are whole cents. Nothing is rounded.
- Times are ISO 8601 in UTC, with up to six digits of a second. Days have no time zone: they are days on the property’s calendar.
- true is \`t\`, false is \`f\`. Lists are written as PostgreSQL writes arrays: \`{1,2}\`. Structures are JSON. Bytes are hexadecimal after \`\\x\`.
- Texts are as they were entered, also those that begin with \`=\`, \`+\`, \`-\` or \`@\`. **A spreadsheet may run such a text as a formula.** Import the columns as text there.

## Import it

Into a Lotkeeper without data: \`npm run import-organization -- FILE.zip\`.
`;

const describe = () =>
  exportedTables
    .map(({ name, text, columns, leftOut }) => {
      const lines = columns.map((column) => `- \`${column.name}\`: ${column.text}`);
      const missing = Object.entries(leftOut).map(
        ([column, { without }]) => `- ${column} isn’t here. ${without}`,
      );
      return [`### ${nameDataFile(name)}`, '', text, '', ...lines, ...missing, ''].join('\n');
    })
    .join('\n');

/** The README of an export: what each file and column is, and what isn’t there. */
export function writeReadMe(organization: string, asOf: string): string {
  const missing = Object.entries(leftOutTables).map(([name, reason]) => `- ${name}: ${reason}`);
  return [
    introduction(organization, asOf),
    '## Files and columns\n',
    describe(),
    '## What isn’t here\n',
    missing.join('\n'),
    '',
    'Sign-in codes, sessions, and the secret key of the installation aren’t the organization’s.',
    '',
  ].join('\n');
}

import { csvMessages } from '@lotkeeper/contract/visitors-csv';

/** What a visitors' file reports each. */
export const csvFields = ['plate', 'state', 'country', 'name', 'phone'] as const;
export type CsvField = (typeof csvFields)[number];

const required: readonly CsvField[] = ['plate', 'state'];

/** The names of a column, in letters and digits alone. */
const namesOf: Record<CsvField, readonly string[]> = {
  plate: ['plate', 'licenseplate', 'licenceplate', 'platenumber', 'licenseplatenumber'],
  state: ['state', 'platestate', 'licenseplatestate', 'licencestate', 'province', 'stateprovince'],
  country: ['country', 'countrycode', 'platecountry'],
  name: ['name', 'fullname', 'visitor', 'visitorname'],
  phone: ['phone', 'phonenumber', 'mobile', 'mobilenumber', 'cellphone'],
};

const closed = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Where each field is in a row; absent = the file does not show it. */
export type ColumnIndexes = Partial<Record<CsvField, number>>;

/** The positions of the columns by the names in the first line, in any order and case; or why they can't be used. */
export function findColumnIndexes(header: readonly string[]): ColumnIndexes | string {
  const columnIndexes: ColumnIndexes = {};
  for (const [index, name] of header.entries()) {
    const field = csvFields.find((candidate) => namesOf[candidate].includes(closed(name)));
    if (!field) continue;
    if (columnIndexes[field] !== undefined) return csvMessages.doubledColumn(field);
    columnIndexes[field] = index;
  }
  const missing = required.filter((field) => columnIndexes[field] === undefined);
  return missing.length > 0 ? csvMessages.missingColumns(missing.join(', ')) : columnIndexes;
}

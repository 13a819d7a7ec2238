import { commonTexts, personColumns } from './common-columns.ts';

/** A column that isn't exported, and why. */
export interface LeftOutColumn {
  without: string;
  /** SQL of what an imported row has instead, where the column can't be null and has no default. */
  instead?: string;
}

interface ExportedColumn {
  text: string;
  /** SQL of the exported value, where it isn't the column itself. */
  value?: string;
}

export interface ColumnDescription {
  name: string;
  /** What the column is, for README.md. */
  text: string;
  value: string | null;
  /** Whether it names a person, who is exported with the organization. */
  isPerson: boolean;
}

export interface ExportedTable {
  name: string;
  /** What a row is, for README.md. */
  text: string;
  /** In the order of the file. */
  columns: readonly ColumnDescription[];
  leftOut: Readonly<Record<string, LeftOutColumn>>;
}

type Column = string | ExportedColumn | LeftOutColumn;

const isLeftOut = (column: Column): column is LeftOutColumn =>
  typeof column === 'object' && 'without' in column;

/** A table of the export: columns that mean the same everywhere, by name, and those of its own. */
export function describeTable(
  name: string,
  text: string,
  common: string,
  own: Record<string, Column> = {},
): ExportedTable {
  const shared = common
    .split(' ')
    .filter(Boolean)
    .map((column): [string, Column] => {
      const commonText = commonTexts[column];
      if (commonText === undefined) throw new Error(`No common text for ${name}.${column}.`);
      return [column, commonText];
    });
  const columns: ColumnDescription[] = [];
  const leftOut: Record<string, LeftOutColumn> = {};
  for (const [column, description] of [...shared, ...Object.entries(own)]) {
    if (isLeftOut(description)) {
      leftOut[column] = description;
      continue;
    }
    const { text: columnText, value = null } =
      typeof description === 'string' ? { text: description } : description;
    const isPerson = personColumns.has(column);
    columns.push({ name: column, text: columnText, value, isPerson });
  }
  return { name, text, columns, leftOut };
}

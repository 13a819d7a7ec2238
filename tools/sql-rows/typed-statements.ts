import { parseSync } from 'oxc-parser';

/** A statement that says the type of its rows, `sql<Row[]>…`, by offsets in the text of its module. */
export interface TypedStatement {
  start: number;
  end: number;
  type: { start: number; end: number };
}

/** A node of the syntax tree, as far as it's looked at here. */
interface SyntaxNode {
  type?: string;
  start: number;
  end: number;
  typeParameters?: { params?: { name: { name: string } }[] };
  typeArguments?: { params: SyntaxNode[] } | null;
}

/**
 * Finds the statements of a module that say the type of their rows. One whose type depends on a type parameter of what
 * is around it isn't among them.
 */
export function findTypedStatements(file: string, text: string): TypedStatement[] {
  const found: TypedStatement[] = [];
  const walk = (value: unknown, parameters: readonly string[]) => {
    if (value === null || typeof value !== 'object') return;
    const node = value as SyntaxNode;
    const known = [
      ...parameters,
      ...(node.typeParameters?.params ?? []).map(({ name: { name } }) => name),
    ];
    const [type] = (node.type === 'TaggedTemplateExpression' && node.typeArguments?.params) || [];
    const words = type ? (text.slice(type.start, type.end).match(/\w+/g) ?? []) : [];
    if (type && !words.some((word) => known.includes(word)))
      found.push({ start: node.start, end: node.end, type: { start: type.start, end: type.end } });
    for (const part of Object.values(value)) walk(part, known);
  };
  if (text.includes('>`')) walk(parseSync(file, text).program, []);
  return found;
}

/** A part of a text, by its offsets, and its replacement. */
export type Replacement = readonly [start: number, end: number, text: string];

/** Replaces parts of a text that don't overlap. */
export function replaceParts(text: string, replacements: readonly Replacement[]): string {
  let result = '';
  let from = 0;
  for (const [start, end, part] of replacements.toSorted((a, b) => a[0] - b[0])) {
    result += text.slice(from, start) + part;
    from = end;
  }
  return result + text.slice(from);
}

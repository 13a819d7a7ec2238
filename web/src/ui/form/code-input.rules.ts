import { toPlainText } from '@lotkeeper/contract/kernel/typed-text';

/** The characters of a code: digits, or uppercase letters and digits. */
export type CodeMode = 'numeric' | 'text';

const characters = {
  numeric: (text: string) => text.replace(/\D/g, ''),
  text: (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, ''),
};

/** Forms of a code among other words, most certain first: one word, groups, lowercase. */
const shapes: Record<CodeMode, readonly RegExp[]> = {
  numeric: [/(?<![\p{L}\p{N}])\d+(?![\p{L}\p{N}])/gu],
  text: [
    /(?<![\p{L}\p{N}])[A-Z0-9]+(?![\p{L}\p{N}])/gu,
    /(?<![\p{L}\p{N}])[A-Za-z0-9]+(?![\p{L}\p{N}])/gu,
  ],
};

/** Neighboring groups with only a space, dash, or dot between them, joined if they have a code's length. */
function joinGroups(text: string, groups: readonly RegExpExecArray[], length: number): string[] {
  return groups.flatMap((first, start) => {
    let [code] = first;
    let end = first.index + code.length;
    for (const next of groups.slice(start + 1)) {
      if (code.length >= length || !/^[\s\p{Pd}.·]{1,3}$/u.test(text.slice(end, next.index))) break;
      code += next[0];
      end = next.index + next[0].length;
    }
    return code.length === length ? [code.toUpperCase()] : [];
  });
}

/** The only possible code of this length in a message; empty if there is none or more than one. */
function findCode(text: string, mode: CodeMode, length: number): string {
  for (const shape of shapes[mode]) {
    const groups = [...text.matchAll(shape)];
    const words = new Set(
      groups.map(([word]) => word.toUpperCase()).filter((word) => word.length === length),
    );
    // Words of a text code's length without a digit are more common than codes without one.
    const sure = [...words].filter((word) => words.size === 1 || /\d/.test(word));
    const candidates = words.size > 0 ? sure : joinGroups(text, groups, length);
    if (candidates.length > 0) return candidates.length === 1 ? (candidates[0] ?? '') : '';
  }
  return '';
}

/**
 * The characters of typed or pasted text that belong to a code: '98-76 54' gives '987654', and
 * 'Lotkeeper 2026: 123456' gives '123456'.
 */
export function codeCharacters(text: string, mode: CodeMode, length = 6): string {
  const plain = toPlainText(text);
  const all = characters[mode](plain);
  return all.length <= length ? all : findCode(plain, mode, length);
}

/** One string per cell; a space in the value is an empty cell, so later cells keep their place. */
export function codeCells(value: string, length: number): string[] {
  return Array.from({ length }, (_, i) => (value[i] ?? '').trim());
}

/** The value of the cells: empty cells before filled ones are spaces, and trailing ones are omitted. */
export function codeValue(cells: readonly string[]): string {
  return cells
    .map((cell) => cell || ' ')
    .join('')
    .trimEnd();
}

/** Fills cells from an index on; characters past the last cell are dropped. */
export function fillCells(cells: readonly string[], from: number, text: string): string[] {
  return cells.map((cell, i) => text[i - from] ?? cell);
}

/**
 * Whether the input completes a code, so it may be submitted automatically: the last empty cell was
 * filled, or an existing code was overwritten up to its last cell.
 */
export function completesCode(
  before: string,
  after: string,
  { end, length = 6 }: { end: number; length?: number },
): boolean {
  return isCodeComplete(after, length) && (end >= length || !isCodeComplete(before, length));
}

export function isCodeComplete(value: string, length = 6): boolean {
  return value.length === length && !value.includes(' ');
}

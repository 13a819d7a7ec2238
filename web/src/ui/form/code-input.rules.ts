/** What a code may consist of: digits, or letters and digits in upper case. */
export type CodeMode = 'numeric' | 'text';

/** The characters of a text that may be in a code; '98-76 54' gives '987654'. */
export function codeCharacters(text: string, mode: CodeMode): string {
  return mode === 'numeric'
    ? text.replace(/\D/g, '')
    : text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** One string per cell; a space in the value is an empty cell, so that later cells keep their place. */
export function codeCells(value: string, length: number): string[] {
  return Array.from({ length }, (_, i) => (value[i] ?? '').trim());
}

/** The value of the cells: empty cells in front of filled ones are spaces, trailing ones nothing. */
export function codeValue(cells: readonly string[]): string {
  return cells
    .map((cell) => cell || ' ')
    .join('')
    .trimEnd();
}

/** Puts characters into cells from an index on; what runs past the last cell is dropped. */
export function fillCells(cells: readonly string[], from: number, text: string): string[] {
  return cells.map((cell, i) => text[i - from] ?? cell);
}

/**
 * Whether what was typed or pasted completes a code, so that it may be sent by itself: the last empty cell was filled,
 * or a code that is there was typed over up to its last cell.
 */
export function completesCode(
  before: string,
  after: string,
  { end, length = 6 }: { end: number; length?: number },
): boolean {
  return isCodeComplete(after, length) && (end >= length || !isCodeComplete(before, length));
}

/** Whether every cell is filled. */
export function isCodeComplete(value: string, length = 6): boolean {
  return value.length === length && !value.includes(' ');
}

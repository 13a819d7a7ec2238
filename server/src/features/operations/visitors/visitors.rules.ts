import { plateKey } from '@lotkeeper/contract/kernel/plates';

/** A search as patterns to match a visitor's plate, name, or phone: as typed, without punctuation, and its digits. */
export function searchPatterns(search: string): string[] {
  const term = search.trim().toUpperCase();
  const closed = plateKey(term);
  const digits = /^\+?[\d\s().-]+$/.test(term) ? term.replace(/\D/g, '') : '';
  const words = [term, closed, digits].filter((word) => word.length > 0);
  return [...new Set(words)].map((word) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
}

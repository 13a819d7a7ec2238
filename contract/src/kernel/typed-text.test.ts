import { expect, test } from 'vitest';
import { readEmail, toPlainText } from './typed-text.ts';

test.each([
  ['a zero-width space', 'ana@exam\u200bple.com'],
  ['marks of writing direction', '\u200eana@example.com\u200f'],
  ['the marks that phones put around a copied contact', '\u202aana@example.com\u202c'],
  ['a byte-order mark and a word joiner', '\ufeffana@\u2060example.com'],
  ['a soft hyphen', 'ana@exam\u00adple.com'],
  ['full-width letters', 'ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
  ['an ideographic full stop', 'ana@example。com'],
  ['no-break spaces around', '\u00a0ana@example.com\u202f'],
  ['a dot at the end', 'ana@example.com.'],
  ['a comma or semicolon at the end', 'ana@example.com;,'],
  ['a mailto link', 'mailto:ana@example.com'],
  ['a mailto link with a subject', 'MAILTO:ana@example.com?subject=Hi%20there'],
  ['a mailto link with escapes', 'mailto:%61na%40example.com'],
  ['angle brackets', '<ana@example.com>'],
  ['a name before the angle brackets', '"Ruiz, Ana" <ana@example.com>'],
  ['a name and a mailto link', 'Ana Ruiz <mailto:ana@example.com>'],
  ['quotation marks', '"ana@example.com"'],
  ['curly quotation marks', '“ana@example.com”'],
  ['an apostrophe before and after', "'ana@example.com'"],
  ['parentheses', '(ana@example.com)'],
  ['capitals', 'Ana@Example.COM'],
])('an email address is read despite %s', (_, typed) => {
  expect(readEmail(typed)).toBe('ana@example.com');
});

test.each([
  ['a tag', 'ana+lots@example.com', 'ana+lots@example.com'],
  ['an apostrophe inside', "Pat.O'Brien@example.com", "pat.o'brien@example.com"],
  ['an accent as one character', 'Éric@example.com', '\u00e9ric@example.com'],
  ['an accent as a mark of its own', 'E\u0301ric@example.com', '\u00e9ric@example.com'],
  ['a domain in another script', 'ana@пример.рф', 'ana@пример.рф'],
])('an email address with %s is kept', (_, typed, email) => expect(readEmail(typed)).toBe(email));

test.each([
  'ana',
  'ana@example',
  'ana @example.com',
  'ana@exam\u00a0ple.com',
  'ana@b@example.com',
  'ana@example..com',
  'ana@.com',
  'ana@example,com',
  'ana@example.com, bob@example.com',
  'ana@example.com bob@example.com',
  'https://ana@example.com/x',
  `${'a'.repeat(250)}@example.com`,
  '',
])('%j is refused as an email address', (typed) => expect(readEmail(typed)).toBeNull());

test.each([
  ['full-width digits', '１２３', '123'],
  ['Arabic-Indic digits', '١٢٣', '123'],
  ['Persian digits', '۱۲۳', '123'],
  ['Devanagari digits', '१२३', '123'],
  ['Bengali digits and an invisible mark', '\u200e১২৩', '123'],
])('%s are read as digits', (_, typed, digits) => expect(toPlainText(typed)).toBe(digits));

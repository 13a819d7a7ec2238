import { expect, test } from 'vitest';
import { type CodeMode, codeCharacters } from './code-input.rules.ts';

test.each<[string, CodeMode, string]>([
  ['98-76 54', 'numeric', '987654'],
  ['Lotkeeper 2026: 123456', 'numeric', '123456'],
  ['Your code is 123 456', 'numeric', '123456'],
  ['Your code is 123 456. It expires in 10 minutes.', 'numeric', '123456'],
  ['123456 is your Lotkeeper verification code. It expires in 10 minutes.', 'numeric', '123456'],
  ['G-123456', 'numeric', '123456'],
  ['1‑2‑3‑4‑5‑6', 'numeric', '123456'],
  ['Call 6025550147, code 12\u00a034\u00a056', 'numeric', '123456'],
  ['１２３４５６', 'numeric', '123456'],
  ['١٢٣٤٥٦', 'numeric', '123456'],
  ['۱۲۳ ۴۵۶', 'numeric', '123456'],
  ['\u200e123\u200b456\u202c', 'numeric', '123456'],
  ['Код 2026: 123456', 'numeric', '123456'],
  ['2026-11-27 10:15 code 123456', 'numeric', '123456'],
  // Part of a code is inserted at the cursor.
  ['3 4', 'numeric', '34'],
  // A guess would be submitted, and may be wrong.
  ['1234567', 'numeric', ''],
  ['Order 482913, code 123456', 'numeric', ''],
  ['k7m-2qx', 'text', 'K7M2QX'],
  ['Ｋ７Ｍ２ＱＸ', 'text', 'K7M2QX'],
  ['Your valet code is K7M2QX', 'text', 'K7M2QX'],
  ['Ticket K7M2QX', 'text', 'K7M2QX'],
  ['ticket k7m2qx', 'text', 'K7M2QX'],
  ['Your valet code: K7M 2QX', 'text', 'K7M2QX'],
  ['Your valet code is KXMPQX.', 'text', 'KXMPQX'],
])('of a pasted %j, a code input in %s mode takes %j', (text, mode, code) => {
  expect(codeCharacters(text, mode)).toBe(code);
});

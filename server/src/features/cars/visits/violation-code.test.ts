import { plateFold } from '@lotkeeper/contract/kernel/plates';
import { expect, test } from 'vitest';
import { codeSigns, newViolationCode } from './violation-code.ts';

test('a violation code has seven characters that do not look alike', () => {
  const codes = Array.from({ length: 500 }, newViolationCode);
  expect(codes.filter((code) => !/^[A-Z0-9]{7}$/.test(code))).toEqual([]);
  expect(
    codes.flatMap((code) => code.split('')).filter((sign) => !codeSigns.includes(sign)),
  ).toEqual([]);
  const lookAlikes = 'OQDILZSGB012568'.split('');
  expect(lookAlikes.filter((sign) => codeSigns.includes(sign))).toEqual([]);
  expect(plateFold(codeSigns)).toBe(codeSigns);
});

test('500 violation codes are all different', () => {
  expect(new Set(Array.from({ length: 500 }, newViolationCode)).size).toBe(500);
});

import { describe, expect, test } from 'vitest';
import type { LocalDate } from '../kernel/calendar.ts';
import { isBirthDateOfAdult } from './birth-date.ts';
import {
  birthDateAsTyped,
  formatTypedEin,
  isAccountNumber,
  isEin,
  isRoutingNumber,
  parseBirthDate,
} from './processor.ts';

describe('a routing number', () => {
  // 110000000: 3·1 + 7·1 + 1·0 = 10. 021000021: 7·2 + 1·1 + 7·0 + 3·0 … + 7·2 + 1·1 = 30.
  test.each(['110000000', '021000021', '122000247', '011401533'])(
    '%s is a routing number',
    (typed) => {
      expect(isRoutingNumber(typed)).toBe(true);
    },
  );

  test.each([
    ['one digit is wrong', '110000001'],
    ['two digits are swapped', '201000021'],
    ['a digit is missing', '11000000'],
    ['a digit is too many', '1100000000'],
    ['it is all zeros', '000000000'],
    ['its prefix isn’t a district’s', '130000006'],
    ['it has letters', '11000000a'],
    ['it is empty', ''],
  ])('a routing number is refused when %s', (_, typed) => {
    expect(isRoutingNumber(typed)).toBe(false);
  });

  test('a routing number with any single wrong digit is refused', () => {
    const right = '122000247';
    for (let place = 0; place < 9; place++) {
      for (let digit = 0; digit < 10; digit++) {
        const typed = right.slice(0, place) + digit + right.slice(place + 1);
        expect(isRoutingNumber(typed), typed).toBe(typed === right);
      }
    }
  });
});

test.each([
  ['12345', true],
  ['12345678901234567', true],
  ['1234', false],
  ['123456789012345678', false],
  ['12 345', false],
])('the account number %j is valid: %s', (typed, valid) => {
  expect(isAccountNumber(typed)).toBe(valid);
});

test.each([
  ['12-3456789', true],
  ['123456789', true],
  ['00-3456789', false],
  ['07-3456789', false],
  ['12-345678', false],
  ['1-23456789', false],
  ['12-34567890', false],
])('the EIN %j is valid: %s', (typed, valid) => {
  expect(isEin(typed)).toBe(valid);
});

test.each([
  ['', ''],
  ['12', '12'],
  ['123', '12-3'],
  ['12-', '12'],
  ['123456789', '12-3456789'],
  ['12-3456789', '12-3456789'],
  ['12 345 6789 0', '12-3456789'],
])('the EIN typed as %j is shown as %j', (typed, shown) => {
  expect(formatTypedEin(typed)).toBe(shown);
});

describe('a birth date', () => {
  test.each([
    ['', ''],
    ['0', '0'],
    ['04', '04'],
    ['041', '04/1'],
    ['04121979', '04/12/1979'],
    ['041219790', '04/12/1979'],
    ['04/12/1979', '04/12/1979'],
    ['4/1/', '04/01'],
    ['4-12', '41/2'],
    ['ab', ''],
    ['1980-02-01', '02/01/1980'],
    [' 1980-02-01 ', '02/01/1980'],
  ])('a birth date typed as %j is shown as %j', (typed, shown) => {
    expect(birthDateAsTyped(typed)).toBe(shown);
  });

  test.each(['02/30/1980', '13/01/1980', '00/10/1980', '02/29/2001', '1980-02-01', '2/1/1980'])(
    '%s is not a birth date',
    (typed) => {
      expect(parseBirthDate(typed)).toBeNull();
    },
  );

  const today = '2026-06-15' as LocalDate;
  test.each([
    ['06/15/2008', true],
    ['06/16/2008', false],
    ['06/15/1906', true],
    ['06/14/1906', false],
    ['02/29/2000', true],
    ['06/15/2030', false],
  ])('the birth date %s is an adult’s on 2026-06-15: %s', (typed, adult) => {
    expect(isBirthDateOfAdult(typed, today)).toBe(adult);
  });
});

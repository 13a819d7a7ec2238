import { states } from '@lotkeeper/contract/kernel/places';
import { expect, test } from 'vitest';
import { makeDriver } from './drivers.ts';
import { plateText } from './plates.ts';
import { Random } from './random.ts';

test('an Arizona plate has seven characters, without the letters I, O and Q', () => {
  const random = new Random('plates');
  for (let index = 0; index < 200; index += 1) {
    expect(plateText(random, 'AZ', 'US')).toMatch(
      /^[A-HJ-NPR-Z]{3}\d([A-HJ-NPR-Z]|\d)\d([A-HJ-NPR-Z]|\d)$/,
    );
  }
});

test('a California plate is a digit, three letters and three digits', () => {
  expect(plateText(new Random('one'), 'CA', 'US')).toMatch(/^\d[A-Z]{3}\d{3}$/);
});

test('the same key always makes the same driver, whose plate state is one of the contract’s', () => {
  expect(makeDriver(1, 'lot f3', 'AZ', '602')).toEqual(makeDriver(1, 'lot f3', 'AZ', '602'));
  expect(makeDriver(1, 'lot f3', 'AZ', '602')).not.toEqual(makeDriver(2, 'lot f3', 'AZ', '602'));
  for (let index = 0; index < 400; index += 1) {
    const home = ['AZ', 'CA', 'CO', 'IL', 'NY', 'TX', 'HI', 'WI', 'MA'][index % 9] as string;
    const driver = makeDriver(1, `key ${index}`, home, '602');
    expect(states[driver.country]).toContain(driver.state);
    expect(driver.phone).toMatch(/^\+160255501\d\d$/);
    expect(driver.email).toMatch(/^[a-z.]+\d+@example\.com$/);
  }
});

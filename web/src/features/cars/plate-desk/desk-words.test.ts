import type { DeskEffects } from '@lotkeeper/contract/cars/plate-desk';
import { cents } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import { costsNobody, describeMoney } from './desk-words.ts';

const effects = (more: object): DeskEffects => ({
  visits: [],
  charged: cents(0),
  refunded: cents(0),
  violations_opened: cents(0),
  violations_waived: cents(0),
  ...more,
});

test.each([
  [{}, '', true],
  [{ violations_opened: 5500 }, ': violation of $55', false],
  [{ charged: 850 }, ': charge of $8.50', false],
  [{ refunded: 800, violations_waived: 5500 }, ': refund of $8, waives $55', true],
])('a decision with %j adds %j to its button', (more, words, isFree) => {
  expect(describeMoney(effects(more))).toBe(words);
  expect(costsNobody(effects(more))).toBe(isFree);
});

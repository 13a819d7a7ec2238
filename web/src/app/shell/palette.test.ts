import { CircleHelp } from 'lucide-react';
import { expect, test } from 'vitest';
import { findItems } from './palette.tsx';

const items = ['Income Statement', 'Statement of rights', 'Team', 'Reports'].map((label) => ({
  label,
  Icon: CircleHelp,
  link: { to: '/' } as const,
}));
const found = (text: string) => findItems(items, text).map((item) => item.label);

test('menu items that begin with the search text come first', () => {
  expect(found('state')).toEqual(['Statement of rights', 'Income Statement']);
});

test('a search matches words in any order', () => {
  expect(found('statement inc')).toEqual(['Income Statement']);
});

test('an item is found by what else people call it', () => {
  const team = {
    label: 'Team',
    Icon: CircleHelp,
    link: { to: '/' } as const,
    words: 'invite accountant',
  };
  expect(findItems([team], 'accountant')).toEqual([team]);
});

test('an empty search shows all items in order, and one without a match shows none', () => {
  expect(found('')).toEqual(items.map((item) => item.label));
  expect(found('zebra')).toEqual([]);
});

import { CircleHelp } from 'lucide-react';
import { expect, test } from 'vitest';
import type { MenuItem } from './menu.ts';
import { findItems } from './palette.tsx';

const items = ['Income Statement', 'Statement of rights', 'Team', 'Reports'].map(
  (label): MenuItem => ({ label, Icon: CircleHelp, link: { to: '/' } }),
);
const found = (text: string) => findItems(items, text).map((item) => item.label);

test('items that begin with what is typed come first', () => {
  expect(found('state')).toEqual(['Statement of rights', 'Income Statement']);
});

test('words may come in any order', () => {
  expect(found('statement inc')).toEqual(['Income Statement']);
});

test('nothing typed shows all in their order, nothing fitting shows none', () => {
  expect(found('')).toEqual(items.map((item) => item.label));
  expect(found('zebra')).toEqual([]);
});

import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { CircleHelp } from 'lucide-react';
import { beforeEach, expect, test } from 'vitest';
import type { MenuItem } from './menu.ts';
import type { PaletteItem } from './palette-items.ts';
import {
  findItems,
  groupItems,
  keepUsed,
  listActions,
  listRecords,
  putUsedFirst,
} from './palette-items.ts';

const toItem = (label: string, group: PaletteItem['group'] = 'Pages', words = ''): PaletteItem => ({
  group,
  label,
  Icon: CircleHelp,
  link: { to: '/' },
  where: '',
  words,
});
const items = ['Income Statement', 'Statement of rights', 'Team', 'Reports'].map((label) =>
  toItem(label),
);
const list = (found: readonly PaletteItem[]) => found.map(({ label }) => label);
const found = (text: string) => list(findItems(items, text));

const toPage = (path: 'check' | 'drivers' | 'team' | 'close', label: string): MenuItem => ({
  label,
  Icon: CircleHelp,
  link: { to: '/' },
  place: 'menu',
  words: '',
  path,
});

beforeEach(() => localStorage.clear());

test('items that begin with the search text come first', () => {
  expect(found('state')).toEqual(['Statement of rights', 'Income Statement']);
});

test('a search matches words in any order', () => {
  expect(found('statement inc')).toEqual(['Income Statement']);
});

test('an item is found by what else people call it, after those whose name has the word', () => {
  const team = toItem('Team', 'Pages', 'invite accountant');
  expect(findItems([team], 'accountant')).toEqual([team]);
  const invite = toItem('Invite a team member', 'Actions');
  expect(list(findItems([team, invite], 'invite'))).toEqual(['Invite a team member', 'Team']);
});

test('an empty search shows all items in order, and one without a match shows none', () => {
  expect(found('')).toEqual(items.map((item) => item.label));
  expect(found('zebra')).toEqual([]);
});

test('the group of the item that fits best comes first, and each has up to six items', () => {
  const sites = ['Airport', 'Airside'].map((label) => toItem(label, 'Properties'));
  const aggregators = toItem('Aggregator Rentals', 'Pages', 'airport');
  const names = (all: readonly PaletteItem[]) => groupItems(all).map(({ name }) => name);
  expect(names(findItems([aggregators, ...sites], 'air'))).toEqual(['Properties', 'Pages']);
  const many = Array.from({ length: 9 }, (_, index) => toItem(`Lot ${index}`, 'Properties'));
  expect(groupItems(many)[0]?.items).toHaveLength(6);
});

test('actions are offered on the pages that a person can open, and the last month that ended can be closed', () => {
  const actions = listActions(
    [toPage('team', 'Team'), toPage('close', 'Close')],
    '2026-11-30' as LocalDate,
  );
  expect(actions.map(({ label, where }) => `${label}: ${where}`)).toEqual([
    'Invite a team member: Team',
    'Close October: Close',
  ]);
  expect(actions[1]?.link.search).toEqual({ month: '2026-10' });
});

test('a plate leads to its check and its drivers, and the reference of a rental to the rental', () => {
  const pages = [toPage('check', 'Check a Plate'), toPage('drivers', 'Drivers')];
  const at = { organizationId: '3', mayOpenRentals: true };
  const records = listRecords('abc 123', pages, at);
  expect(records.map(({ where, link }) => [where, link.search])).toEqual([
    ['Check a Plate', { plate: 'abc 123' }],
    ['Drivers', { searchTerm: 'abc 123' }],
  ]);
  expect(list(records)).toEqual(['ABC 123', 'ABC 123']);
  for (const text of ['team', '1', 'the 12 properties downtown']) {
    expect(listRecords(text, pages, at)).toEqual([]);
  }
  const reference = '0b8f7c1e-4f4c-4c3e-9b7a-2f1d9e8c7b6a';
  const [rental] = listRecords(reference, pages, at);
  expect(rental?.link.params).toEqual({ organizationId: '3', uuid: reference });
  expect(listRecords(reference, pages, { ...at, mayOpenRentals: false })).toEqual([]);
});

test('the three items used last come first, without plates', () => {
  for (const item of [...items, toItem('ABC123', 'Plates')]) keepUsed(item);
  const [first, second, third, ...others] = putUsedFirst(items);
  const used = [first, second, third].map((item) => `${item?.group}: ${item?.label}`);
  expect(used).toEqual(['Last used: Reports', 'Last used: Team', 'Last used: Statement of rights']);
  expect(list(others)).toEqual(['Income Statement']);
});

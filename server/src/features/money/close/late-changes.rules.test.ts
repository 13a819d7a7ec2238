import type { CauseItem, LinkSums } from '@lotkeeper/contract/money/close';
import { expect, test } from 'vitest';
import { listLateChanges } from './late-changes.rules.ts';

const link = (name: LinkSums['link'], value: number, causes: object[] = []) =>
  ({
    link: name,
    first: { value },
    second: { value },
    causes: causes.map((cause) => ({ source: null, detail: null, ...cause }) as CauseItem),
  }) as unknown as LinkSums;

const unpaid = { cause: 'not_remitted', source: 'spothero', detail: '1 booking at Beta Lot' };
const named = (links: LinkSums[], ...names: string[]) => ({
  links,
  names: names.map((name, index) => ({ pk: index + 1, name })),
});
const bookings = { cause: 'booking_site', source: 'spothero' };

test('late visits, remittances and bank files are changes; late entries and what they change aren’t', () => {
  const frozen = [
    link('cars', 593, [{ cause: 'still_parked', value: 3 }]),
    link('charges', 7000, [
      { ...bookings, value: 3000 },
      { ...unpaid, value: 2095 },
    ]),
    link('bank', 5000),
    link('statement', 5000),
  ];
  const current = [
    link('cars', 595, [{ cause: 'still_parked', value: 0 }]),
    link('charges', 7100, [{ ...bookings, value: 5195 }]),
    link('bank', 23_982),
    link('statement', 5100),
  ];
  expect(
    listLateChanges(named(frozen), named(current)).map(({ link: name, cause, before, now }) => [
      name,
      cause,
      before,
      now,
    ]),
  ).toEqual([
    ['cars', null, 593, 595],
    ['charges', 'not_remitted', 2095, 0],
    ['bank', null, 5000, 23_982],
  ]);
  expect(listLateChanges(named(frozen), named(frozen))).toEqual([]);
});

test('a property that was renamed isn’t a change, and what changed there has its name of now', () => {
  const write = (first: string, second: string, value: number) =>
    named(
      [
        link('charges', 7000, [
          { ...unpaid, detail: `1 booking at ${first}: SH-1 ($1.00)`, value: 100 },
          { ...unpaid, detail: `1 booking at ${second}: SH-2 ($9.00 for ${first})`, value },
        ]),
      ],
      first,
      second,
    );
  const frozen = write('Beta', 'Beta Lot', 900);
  expect(listLateChanges(frozen, write('Beta Lot', 'Beta $& Garage', 900))).toEqual([]);
  expect(listLateChanges(frozen, write('Elm', 'Oak', 800))).toMatchObject([
    { before: 900, now: 800, detail: '1 booking at Oak: SH-2 ($9.00 for Elm)' },
  ]);
});

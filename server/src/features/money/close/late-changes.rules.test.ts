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
    listLateChanges(frozen, current).map(({ link: name, cause, before, now }) => [
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
  expect(listLateChanges(frozen, frozen)).toEqual([]);
});

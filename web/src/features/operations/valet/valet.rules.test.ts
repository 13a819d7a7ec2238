import type { DeclinedPayment, ValetLot, ValetSession } from '@lotkeeper/contract/operations/valet';
import { findLot } from '@lotkeeper/contract/operations/valet-lots';
import { expect, test } from 'vitest';
import { fitting } from '../../../shared/photo-scaling.ts';
import {
  describeDecline,
  describeFailure,
  formatName,
  formatWait,
  isComplete,
  listRequired,
  splitPhone,
  toBody,
  toChange,
  toDraft,
  waitingText,
} from './valet.rules.ts';

const session = {
  phone: '+16025550190',
  make: 'Toyota',
  model: null,
  color: null,
  notes: null,
  key_tag: '12',
  car_details: { plate: 'ABC 123', state: 'BC', country: 'CA' },
} as ValetSession;

const lot = (pk: number, hidden = false) => ({ pk, hidden, name: `Lot ${pk}` }) as ValetLot;

test('the first property that isn’t hidden is used, unless another one was chosen', () => {
  const lots = [lot(1, true), lot(2), lot(3)];
  expect(findLot(lots, undefined)?.pk).toBe(2);
  expect(findLot(lots, 3)?.pk).toBe(3);
  expect(findLot(lots, 1)?.pk).toBe(2);
  expect(findLot([lot(1, true)], undefined)).toBeNull();
});

test('a failure shows the page’s own message, or else the server’s if it helps, or else a general one', () => {
  const said = (status: number) =>
    describeFailure({ status, message: 'Told so.' }, { 404: 'Invalid code' });
  expect(said(404)).toEqual({ title: 'Invalid code' });
  expect(said(409)).toEqual({ title: 'Told so.' });
  expect(said(429)).toEqual({ title: 'Told so.' });
  for (const status of [0, 400, 500, 503]) {
    expect(said(status)).toEqual({ title: 'Something went wrong!', text: 'Please retry later' });
  }
});

test('a valet form begins with what is known, and otherwise with the property’s state and country', () => {
  expect(toDraft(session, 'US_AZ')).toMatchObject({
    plate: 'ABC 123',
    pair: 'CA_BC',
    key_tag: '12',
  });
  expect(toDraft({ ...session, car_details: null }, 'US_AZ')).toMatchObject({
    plate: '',
    pair: 'US_AZ',
  });
});

test('a stored phone number is sent as a country code and digits, which together are the number', () => {
  expect(splitPhone('+16025550190')).toEqual({ phone_country_code: '+1', phone: '6025550190' });
  expect(Object.values(splitPhone('+447911123456')).join('')).toBe('+447911123456');
});

test('a valet form is complete only with a plate and a valid state', () => {
  const full = toDraft(session, null);
  expect(isComplete(full)).toBe(true);
  expect(isComplete({ ...full, plate: '  ' })).toBe(false);
  expect(isComplete({ ...full, pair: null })).toBe(false);
  expect(isComplete({ ...full, pair: 'US_BC' })).toBe(false);
});

test('a car without a plate needs its make and color, and is named by them', () => {
  const bare = { ...toDraft({ ...session, car_details: null }, 'US_AZ'), noPlate: true };
  expect(listRequired(bare).filter(({ isEmpty }) => isEmpty)).toMatchObject([
    { name: 'the color' },
  ]);
  const draft = { ...bare, color: 'Blue' };
  expect(isComplete(draft)).toBe(true);
  expect(toBody(draft)).toMatchObject({ no_plate: true, color: 'Blue' });
  expect(toBody(draft)).not.toHaveProperty('state');
  const parked = { ...session, status: 'active' as const, car_details: null, color: 'Blue' };
  expect(formatName(parked)).toBe('Blue Toyota');
  expect(toChange({ ...toDraft(parked, null), key_tag: '9' }, parked)).toEqual({ key_tag: '9' });
});

test('a declined card is named with its reason and what can be done', () => {
  const card = { brand: 'Visa', last_four: '0002' };
  const decline = { amount: 1082, card, reason: 'The card was declined.' } as DeclinedPayment;
  expect(describeDecline(decline, true)).toEqual({
    title: 'The card was declined. Visa ending in 0002 wasn’t charged $10.82.',
    text: 'We texted the driver. They can use another card on their page, or pay in cash.',
  });
  expect(describeDecline(decline, false).text).toBe(
    'The driver can use another card on their page, or pay in cash.',
  );
});

test('a valet form is sent with state and country as separate fields', () => {
  expect(toBody(toDraft(session, null))).toEqual({
    plate: 'ABC 123',
    state: 'BC',
    country: 'CA',
    make: 'Toyota',
    model: '',
    color: '',
    notes: '',
    key_tag: '12',
  });
});

test.each([
  [0, 'less than a minute'],
  [59_999, 'less than a minute'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h 0 min'],
  [-5000, 'less than a minute'],
])('after %d ms a driver has waited for %s', (passed, text) =>
  expect(formatWait(0, passed)).toBe(text),
);

test('the number of waiting changes is described in words', () => {
  expect([0, 1, 2].map(waitingText)).toEqual([
    '',
    '1 change is waiting to be sent.',
    '2 changes are waiting to be sent.',
  ]);
});

test('a photo keeps its proportions, is scaled to 1600 pixels a side, and is never enlarged', () => {
  expect(fitting(4000, 3000)).toEqual({ width: 1600, height: 1200 });
  expect(fitting(3000, 4000)).toEqual({ width: 1200, height: 1600 });
  expect(fitting(800, 600)).toEqual({ width: 800, height: 600 });
});

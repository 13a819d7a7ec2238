import { listEditableFields } from '@lotkeeper/contract/platform/spot-fields';
import { expect, test } from 'vitest';
import {
  describePriceNow,
  emptyDraft,
  listChanges,
  pickFields,
  propertyProblems,
  toBody,
  toDraft,
} from './property-form.rules.ts';

const draft = {
  ...emptyDraft,
  name: 'A',
  address_line1: '1 Main',
  city: 'Mesa',
  state: 'AZ',
  timezone: 'America/Phoenix',
  quantity: '40',
};

test('an empty property form shows at each field what is missing', () => {
  expect(propertyProblems(emptyDraft)).toEqual({
    name: 'Please enter a name',
    address_line1: 'Please enter an address',
    city: 'Please enter a city',
    state: 'Please choose a state',
    timezone: 'Please choose a time zone',
    quantity: 'This is required',
  });
  expect(propertyProblems({ ...emptyDraft, penalty_amount: '' })).toHaveProperty('penalty_amount');
});

test('a property form with name, address, time zone, and spaces is complete', () => {
  expect(propertyProblems(draft)).toEqual({});
  expect(toBody(draft)).toMatchObject({ quantity: 40, price_hourly: null, penalty_amount: 5500 });
});

test('an unchanged form sends back the property that it shows', () => {
  const priced = { ...draft, price_hourly: '2.50', daily_max: '18', price_flat: '0' };
  const fields = toBody({ ...priced, webflow_page_url: 'https://lot.example/' });
  expect(fields).toMatchObject({ price_flat: 0, price_daily: null });
  expect(toBody(toDraft(fields as never))).toEqual(fields);
});

test('an invalid price and negative grace minutes are refused at their fields', () => {
  expect(propertyProblems({ ...draft, price_hourly: '2,5', grace_minutes: '-5' })).toEqual({
    price_hourly: 'Enter an amount in dollars, such as 12.50.',
    grace_minutes: 'Must be at least 0 minutes.',
  });
  expect(propertyProblems({ ...draft, price_hourly: '2.50' })).toEqual({});
});

test('rules for charges are sent as typed, and an empty limit means no limit', () => {
  const rules = { min_charge_confidence: '85', hold_above_hours: '', hold_above_amount: '40' };
  expect(
    toBody({ ...draft, ...rules, second_read: 'before_charge', desk_days: '7' }),
  ).toMatchObject({
    min_charge_confidence: 85,
    hold_above_hours: null,
    hold_above_amount: 4000,
    second_read: 'before_charge',
    desk_days: 7,
  });
  expect(propertyProblems({ ...draft, min_charge_confidence: '0', desk_days: '' })).toEqual({
    min_charge_confidence: 'Must be at least 1.',
    desk_days: 'This is required',
  });
});

test('a changed form sends only what was changed, and an Admin’s never what superusers set', () => {
  const admin = listEditableFields({ superuser: false }, 'existing');
  const changed = { ...draft, price_hourly: '2.50', quantity: '45', hidden: true };
  expect(pickFields(toBody(changed), listChanges(draft, changed, admin))).toEqual({
    price_hourly: 250,
    quantity: 45,
  });
  const all = listEditableFields({ superuser: true }, 'existing');
  expect(listChanges(draft, changed, all)).toHaveLength(3);
  expect(all.toSorted()).toEqual(Object.keys(emptyDraft).toSorted());
});

test.each([
  [{ dynamic_pricing_enabled: false, active_rate: null }, ''],
  [{ dynamic_pricing_enabled: false, active_rate: { name: 'Day', unit: 'day', price: 900 } }, ''],
  [
    { dynamic_pricing_enabled: false, active_rate: { name: 'Night', unit: 'hour', price: 450 } },
    'The rate “Night” is in force: drivers pay $4.50 an hour. The hourly price counts where no rate is in force.',
  ],
  [
    { dynamic_pricing_enabled: true, active_rate: { name: 'Night', unit: 'hour', price: 450 } },
    'Dynamic pricing is on: it sets what drivers pay for an hour.',
  ],
])('the form of a property with %j says about its prices: %j', (spot, note) => {
  expect(describePriceNow(spot as Parameters<typeof describePriceNow>[0])).toBe(note);
});

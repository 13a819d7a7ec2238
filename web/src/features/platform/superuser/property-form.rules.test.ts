import { expect, test } from 'vitest';
import { emptyDraft, propertyProblems, toBody, toDraft } from './property-form.rules.ts';

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
  const priced = { ...draft, price_hourly: '2.50', daily_max: '18' };
  const fields = toBody({ ...priced, webflow_page_url: 'https://lot.example/' });
  expect(toBody(toDraft(fields as never))).toEqual(fields);
});

test('an invalid price and negative grace minutes are refused at their fields', () => {
  expect(propertyProblems({ ...draft, price_hourly: '2,5', grace_minutes: '-5' })).toEqual({
    price_hourly: 'Enter an amount in dollars, such as 12.50.',
    grace_minutes: 'Must be at least 0 minutes.',
  });
  expect(propertyProblems({ ...draft, price_hourly: '2.50' })).toEqual({});
});

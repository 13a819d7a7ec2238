import { describe, expect, test } from 'vitest';
import { dialCountries } from '../kernel/places.ts';
import type { Profile } from './session.ts';
import {
  getAudience,
  isPhone,
  isUsername,
  loginMessages,
  phoneDigits,
  readTypedPhone,
} from './session.ts';

describe('a username', () => {
  test.each([
    ['10 digits with dial code 1', '6025550147', '1', true],
    ['10 digits as people write them', '(602) 555-0147', '1', true],
    ['dots and spaces', '602.555.0147 ', '1', true],
    ['9 digits with dial code 1', '602555014', '1', false],
    ['11 digits with dial code 1', '16025550147', '1', false],
    ['4 digits elsewhere', '1234', '44', true],
    ['3 digits elsewhere', '123', '44', false],
    ['14 digits elsewhere', '12345678901234', '44', true],
    ['15 digits elsewhere', '123456789012345', '44', false],
    ['an email address', 'a@example.com', '1', true],
    ['an email address with spaces around', ' a@example.com ', '1', true],
    ['an email address with a space inside', 'a b@example.com', '1', false],
    ['an email address without a dot', 'a@example', '1', false],
    ['two at signs', 'a@b@example.com', '1', false],
    ['a word', 'robin', '1', false],
    ['nothing', '', '1', false],
    ['an at sign alone', '@', '1', false],
  ])('a username is accepted or refused by its form (%s)', (_, username, dial, valid) => {
    expect(isUsername(username, dial)).toBe(valid);
  });

  test('digits with the usual separators are a phone number', () => {
    expect(['+1 602', '5', '(602)'].map(isPhone)).toEqual([true, true, true]);
    expect(['', '()', '5a', 'a@b.c', '6@5.4'].map(isPhone)).toEqual(Array(5).fill(false));
    expect(phoneDigits('+1 (602) 555-0147')).toBe('16025550147');
  });
});

describe('a phone number as people write it', () => {
  const countryNamed = (country: string) =>
    dialCountries.find((one) => one.country === country) ?? { country, dial_code: '' };
  const read = (typed: string, country = 'US') => readTypedPhone(typed, countryNamed(country));

  test.each([
    ['a plus and the 1', '+1 (602) 555-0101', 'US', 'US', '1', '6025550101'],
    ['a leading 1', '1 602 555 0101', 'US', 'US', '1', '6025550101'],
    ['10 digits', '602-555-0101', 'US', 'US', '1', '6025550101'],
    ['a plus and 1 for Canada, which stays chosen', '+16045550101', 'CA', 'CA', '1', '6045550101'],
    ['a British number', '+44 7911 123456', 'US', 'GB', '44', '7911123456'],
    ['a British number where Jersey is chosen', '+44 7911 123456', 'JE', 'JE', '44', '7911123456'],
    ['a US number where Germany is chosen', '+1 602 555 0101', 'DE', 'US', '1', '6025550101'],
    ['a German number without its code', '0151 2345', 'DE', 'DE', '49', '01512345'],
  ])(
    'the country and the digits are found in a typed phone number (%s)',
    (_, typed, chosen, country, dialCode, digits) => {
      expect(read(typed, chosen)).toEqual({ country, dialCode, digits, problem: null });
    },
  );

  test('an unknown dial code and a number that is too long are reported', () => {
    expect(read('+999 123').problem).toBe('No country has this dial code.');
    expect(read('60255501011').problem).toBe('A number with +1 has 10 digits.');
    expect(read('123456789012345', 'DE').problem).toBe('This number has too many digits.');
    expect(read('+2').problem).toBe(null);
  });
});

test('the message above the code says how the code was sent, and whether it was sent again', () => {
  expect(loginMessages.codeSent('emailed', 'a@example.com', false)).toBe(
    'Enter the verification code we emailed to a@example.com',
  );
  expect(loginMessages.codeSent('texted', '+1 602', true)).toBe(
    'Enter the verification code we re-texted to +1 602',
  );
});

describe('where a person goes', () => {
  const profile: Profile = {
    pk: 1,
    first_name: 'Robin',
    last_name: 'Reyes',
    email: null,
    superuser: false,
    is_renter: false,
    org_type: null,
    affiliations: [],
    sends: { email: false, sms: false },
  };
  const member = (type: 'parking' | 'towing') => ({
    affiliations: [{ pk: 1, type, organization: 1, role: 'VALET' as const }],
  });

  test.each([
    ['a superuser is staff', { superuser: true }, 'staff'],
    ['a member is staff', member('parking'), 'staff'],
    ['a member who rents is staff', { ...member('parking'), is_renter: true }, 'staff'],
    ['a renter is a renter', { is_renter: true }, 'renter'],
    ['a towing company’s member is nobody here', member('towing'), 'nobody'],
    ['anybody else is nobody', {}, 'nobody'],
  ])('%s', (_, more, audience) => {
    expect(getAudience({ ...profile, ...more })).toBe(audience);
  });
});

import { expect, test } from 'vitest';
import { describeWays } from './alert-labels.ts';

test('alerts are said to go to an address only where something is set to send them', () => {
  const choices = { email: 'ana@example.com', phone: '+16025550147' };
  expect(describeWays(choices, { email: true, sms: true })).toBe(
    'Emails go to ana@example.com. Texts go to (602) 555-0147.',
  );
  expect(describeWays(choices, { email: false, sms: false })).toBe(
    'Nothing is set to send email here. Nothing is set to send texts here.',
  );
  expect(describeWays({ email: null, phone: null }, { email: false, sms: true })).toBe(
    'Your account has no email address. Your account has no phone number.',
  );
});

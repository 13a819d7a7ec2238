import { expect, test } from 'vitest';
import { describeAnswer, describeUntold } from './appeal-words.ts';

const both = { email: 'ana@example.com', phone: '+16025550147' };

test('a decision is said to go only where something is set to send it', () => {
  expect(describeAnswer(both, { email: true, sms: true })).toBe(
    'Decided. The answer is on its way to ana@example.com and (602) 555-0147.',
  );
  expect(describeAnswer(both, { email: true, sms: false })).toBe(
    'Decided. The answer is on its way to ana@example.com.',
  );
});

test('where nothing sends a decision, staff read whom to notify', () => {
  const byEmail = { ...both, phone: null };
  const sends = { email: false, sms: true };
  expect(describeAnswer(byEmail, sends)).toBe('Decided, but the driver wasn’t told.');
  expect(describeUntold(byEmail, sends)).toBe(
    'Nothing is set to send email here. Tell the driver yourself: ana@example.com.',
  );
  expect(describeUntold(both, sends)).toBeNull();
  expect(describeAnswer({ email: null, phone: null }, { email: false, sms: false })).toBe(
    'Decided.',
  );
});

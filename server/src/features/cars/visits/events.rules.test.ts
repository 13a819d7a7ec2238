import { expect, test } from 'vitest';
import { isEnforcementOff } from './events.rules.ts';

test('an event without enforcement or with a closed property turns enforcement off, and no event leaves it on', () => {
  const event = { is_lot_closed: false, spaceforce_multiplier: 1 };
  expect(isEnforcementOff(null)).toBe(false);
  expect(isEnforcementOff(event)).toBe(false);
  expect(isEnforcementOff({ ...event, spaceforce_multiplier: 0 })).toBe(true);
  expect(isEnforcementOff({ ...event, is_lot_closed: true })).toBe(true);
});

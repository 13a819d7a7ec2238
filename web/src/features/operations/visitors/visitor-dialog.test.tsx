import { fromIso, toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import type { VisitorCode } from '@lotkeeper/contract/operations/visitor-codes';
import { listVisitorCodes } from '@lotkeeper/contract/operations/visitor-codes';
import type { Visitor } from '@lotkeeper/contract/operations/visitors';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { answer } from '../../../shared/test-page.tsx';
import { VisitorDialog } from './visitor-dialog.tsx';

const toCode = (pk: number): VisitorCode => ({
  pk,
  code: `BAKERY${pk}`,
  name: '',
  days_valid: 1,
  hours_valid: null,
  always_valid: false,
  expiration_date: null,
  events: [],
  event_names: [],
  custom: true,
  spot: 1,
});

const visitor: Visitor = {
  pk: 3,
  name: 'Ann Lee',
  phone: '+1 602 555 0190',
  codes: [],
  car_details: { plate: 'ABC1234', state: 'AZ', country: 'US' },
  validation_source: 'dashboard',
  validity_reason: '',
  is_always_valid: false,
  valid_until: null,
  visitor_sessions: [],
  created_at: '',
  updated_at: '',
};

const nextDay = toEpochSeconds(fromIso('2026-05-12T16:00:00Z'));
const bakery = [{ pk: 1, code: 'BAKERY1' }];

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: fromIso('2026-05-11T16:00:00Z') }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['parks until a time', { valid_until: nextDay }, {}],
  ['has a code', { codes: bakery }, {}],
  [
    'has a code and its end',
    { codes: bakery, valid_until: nextDay },
    { 'Free parking: Until a time': 'The end stays, and the code goes.' },
  ],
  ['waits at the kiosk', {}, {}],
])(
  'each field of a visitor who %s is sent when it alone was changed',
  async (_, more, exceptions) => {
    const changes = await expectEachFieldIsSent({
      show: () => (
        <VisitorDialog
          spot={{ pk: 1, timezone: 'America/Phoenix', address: { state: 'AZ' } }}
          visitor={{ ...visitor, ...more }}
          onDone={() => undefined}
          onClose={() => undefined}
        />
      ),
      exceptions,
      reads: [answer(listVisitorCodes, { results: [toCode(1), toCode(2)], count: 2, events: [] })],
    });
    expect(changes).toMatchObject({ 'License Plate': ['plate', 'state', 'country'] });
  },
);

import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { VisitorCode } from '@lotkeeper/contract/operations/visitor-codes';
import { test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { CodeForm } from './code-form.tsx';

const code: VisitorCode = {
  pk: 3,
  code: 'BAKERY',
  name: 'Guests of the bakery',
  days_valid: null,
  hours_valid: null,
  always_valid: false,
  expiration_date: null,
  events: [],
  event_names: [],
  custom: true,
  spot: 1,
};

const events = [1, 2].map(
  (pk) => ({ pk, name: `Fair ${pk}`, interval: 'one_time', date: null }) as const,
);

test.each<[string, Partial<VisitorCode>]>([
  ['for days and hours', { days_valid: 2, hours_valid: 5 }],
  ['for events', { events: [1], event_names: ['Fair 1'] }],
  ['to a day', { expiration_date: '2026-06-01' as LocalDate }],
  ['always', { always_valid: true }],
])(
  'each field of a code that is valid %s is sent when it alone was changed',
  async (_, validity) => {
    await expectEachFieldIsSent({
      show: () => (
        <CodeForm
          spot={1}
          today={'2026-05-11' as LocalDate}
          code={{ ...code, ...validity }}
          events={events}
          onSaved={() => undefined}
          onClose={() => undefined}
        />
      ),
    });
  },
);

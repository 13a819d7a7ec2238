import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { EventOccurrence } from '@lotkeeper/contract/operations/events';
import { allDay, listEvents } from '@lotkeeper/contract/operations/events';
import { test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { answer } from '../../../shared/test-page.tsx';
import EventDialogs from './event-dialogs.tsx';

const date = '2026-06-10' as LocalDate;

const event: EventOccurrence = {
  pk: 3,
  spot: 1,
  name: 'Fair',
  date,
  start_time: '09:00:00',
  end_time: '17:00:00',
  interval: 'one_time',
  repeat_on_day: null,
  repeat_on_week: null,
  quantity: 20,
  codes: [1],
  is_lot_closed: false,
  spaceforce_multiplier: 1,
  display_price: cents(1500),
  price_unit: 'flat',
  date_string: date,
  start: '2026-06-10T16:00:00Z',
  end: '2026-06-11T00:00:00Z',
  outranked_by: [],
};

test.each<[string, Partial<EventOccurrence>]>([
  ['once', {}],
  ['all day', allDay],
  ['every week', { interval: 'weekly', repeat_on_day: 2 }],
  ['on a weekday of the month', { interval: 'monthly', repeat_on_day: 2, repeat_on_week: 2 }],
  [
    'in a closed lot',
    { is_lot_closed: true, quantity: 0, spaceforce_multiplier: 0, display_price: null },
  ],
])('each field of an event %s is sent when it alone was changed', async (_, more) => {
  const changed = { ...event, ...more };
  await expectEachFieldIsSent({
    show: () => (
      <EventDialogs
        spot={1}
        position={{ date } as never}
        dialog={{ kind: 'edit', event: changed }}
        open={() => undefined}
        property={{ organization: 1 } as never}
        today={'2026-05-11' as LocalDate}
        codes={[1, 2].map((pk) => ({ pk, code: `FAIR${pk}`, name: '' }) as never)}
        onDone={() => undefined}
        onClose={() => undefined}
      />
    ),
    reads: [answer(listEvents, { results: [changed], count: 1 } as never)],
  });
});

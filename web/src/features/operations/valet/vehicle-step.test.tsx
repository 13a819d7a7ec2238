import { cents } from '@lotkeeper/contract/kernel/money';
import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import { expect, test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import type { Stand } from './stand.ts';
import { VehicleStep } from './vehicle-step.tsx';

const session: ValetSession = {
  pk: 3,
  uuid: 'b7',
  status: 'active',
  phone: '+16025550190',
  make: 'Toyota',
  model: 'Camry',
  color: 'Blue',
  notes: 'Scratch at the door',
  key_tag: 'K7',
  car_details: { plate: 'ABC1234', state: 'AZ', country: 'US' },
  outstanding_balance: cents(0),
  rental_type: 'hourly',
  rental: null,
  created_at: 0,
  booked_for: null,
  checked_in_at: 0,
  checked_out_at: null,
  requested_at: null,
  fetching: null,
  payment: null,
  decline: null,
  photos: [],
};

/** Sends what it gets at once. */
const outbox = {
  add: ({ body }: { body: object }) =>
    fetch('/outbox', { method: 'PATCH', body: JSON.stringify(body) }),
};
const stand = {
  by: 1,
  organization: 1,
  lot: { pk: 1 },
  homePair: null,
  outbox,
} as unknown as Stand;

test('each detail of a car at the stand is sent when it alone was changed', async () => {
  const changes = await expectEachFieldIsSent({
    show: () => {
      // What was typed is kept in the tab until it's sent.
      sessionStorage.clear();
      return (
        <VehicleStep
          stand={stand}
          kind="edit"
          session={session}
          outgoing={[]}
          submitLabel="Save"
          onSaved={() => undefined}
          onClose={() => undefined}
        />
      );
    },
    waits: true,
  });
  expect(Object.keys(changes)).toHaveLength(7);
});

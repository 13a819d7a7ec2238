import { alertKinds } from '@lotkeeper/contract/platform/alert-kinds';
import { getAlertLimits } from '@lotkeeper/contract/platform/alert-limits';
import { getAlertChoices } from '@lotkeeper/contract/platform/alerts';
import { listPushDevices } from '@lotkeeper/contract/platform/push-devices';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { listWatchedPlates } from '@lotkeeper/contract/platform/watched-plates';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { answer } from '../../../shared/test-page.tsx';
import ChoicesDialog from './choices-dialog.tsx';
import LimitsDialog from './limits-dialog.tsx';
import PlatesDialog from './plates-dialog.tsx';

beforeEach(() => void vi.stubGlobal('isSecureContext', false));
afterEach(() => void vi.unstubAllGlobals());

const dialog = { organizationId: '1', onSaved: () => undefined, onClose: () => undefined };
const spots = answer(
  listSpots,
  [1, 2].map((pk) => ({ pk, name: `Lot ${pk}` }) as SpotSummary),
);

test('each choice of alerts and of quiet hours is sent when it alone was changed', async () => {
  const [first, ...others] = alertKinds;
  const changes = await expectEachFieldIsSent({
    show: () => <ChoicesDialog {...dialog} />,
    reads: [
      spots,
      answer(listPushDevices, { public_key: '', devices: [] }),
      answer(getAlertChoices, {
        email_kinds: [first],
        sms_kinds: [...others],
        push_kinds: [first],
        spots: [1],
        quiet_from: 22 * 60,
        quiet_until: 6 * 60,
        email: 'ann@lot.example',
        phone: '+16025550190',
      }),
    ],
  });
  expect(Object.keys(changes)).toHaveLength(3 * alertKinds.length + 3);
});

test('each limit of all properties is sent when it alone was changed', async () => {
  const limits = { occupancy_percent: 95, unexplained_cars: 20 };
  await expectEachFieldIsSent({
    show: () => <LimitsDialog {...dialog} />,
    reads: [spots, answer(getAlertLimits, { organization: limits, spots: [] })],
  });
});

test('each field of a watched plate is sent', async () => {
  await expectEachFieldIsSent({
    show: () => <PlatesDialog {...dialog} />,
    begin: async () => void fireEvent.click(await screen.findByText('Watch a plate')),
    reads: [answer(listWatchedPlates, { plates: [] })],
  });
});

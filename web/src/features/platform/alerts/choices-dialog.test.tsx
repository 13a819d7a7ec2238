import { getAlertChoices } from '@lotkeeper/contract/platform/alerts';
import { listPushDevices } from '@lotkeeper/contract/platform/push-devices';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import ChoicesDialog from './choices-dialog.tsx';

beforeEach(() => void vi.stubGlobal('isSecureContext', false));
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['begin at midnight', 0, 420, '00:00', '07:00'],
  ['end at midnight', 1320, 0, '22:00', '00:00'],
  ['aren’t set', null, null, '', ''],
])('quiet hours that %s are shown and saved as they are', async (_, from, until, start, end) => {
  const sent = showPage({
    show: () => (
      <ChoicesDialog organizationId="1" onSaved={() => undefined} onClose={() => undefined} />
    ),
    reads: [
      answer(listSpots, []),
      answer(listPushDevices, { public_key: '', devices: [] }),
      answer(getAlertChoices, {
        email_kinds: [],
        sms_kinds: [],
        push_kinds: [],
        spots: null,
        quiet_from: from,
        quiet_until: until,
        email: null,
        phone: null,
      }),
    ],
  });
  expect(await screen.findByLabelText('No messages from')).toHaveValue(start);
  expect(screen.getByLabelText('until')).toHaveValue(end);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toMatchObject([{ body: { quiet_from: from, quiet_until: until } }]),
  );
});

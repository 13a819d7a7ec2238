import type { WebhookDelivery } from '@lotkeeper/contract/intake/webhooks';
import { listWebhookDeliveries } from '@lotkeeper/contract/intake/webhooks';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

const delivery: WebhookDelivery = {
  id: 'd1',
  webhook: 2,
  type: 'visit.opened',
  subject: 'visit',
  subject_pk: 7,
  recorded_at: 1_779_292_800_000,
  state: 'given_up',
  payload: '{}',
  tries: 9,
  tried_at: 1_779_292_800_000,
  next_try_at: null,
  status: 500,
  response: null,
  response_ms: 12,
  delivered_at: null,
};

test.each<[string, WebhookDelivery['state'], number | null, boolean]>([
  ['that was given up can be sent again', 'given_up', null, true],
  ['that was delivered can be sent again', 'delivered', null, true],
  ['that waits to be sent can’t be sent again', 'waiting', null, false],
  ['of a paused webhook can’t be sent again', 'given_up', 1_779_292_800_000, false],
])('a delivery %s', async (_, state, paused_at, isOffered) => {
  const counts = { failing: 0, given_up: 0 };
  const webhooks = [
    { pk: 1, url: 'https://one.example/', paused_at: paused_at === null ? 1 : null, ...counts },
    { pk: 2, url: 'https://two.example/', paused_at, ...counts },
  ];
  showPage({
    show: () => (
      <DeliveriesPanel
        organizationId="1"
        filters={{}}
        onFilter={() => undefined}
        webhooks={webhooks}
      />
    ),
    reads: [answer(listWebhookDeliveries, { results: [{ ...delivery, state }], next: null })],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Open visit.opened' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryAllByRole('button', { name: 'Send again' })).toHaveLength(isOffered ? 1 : 0);
  expect(dialog.queryAllByText(/is paused. Resume it/)).toHaveLength(paused_at === null ? 0 : 1);
});

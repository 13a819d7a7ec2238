import { listWebhookDeliveries } from '@lotkeeper/contract/intake/webhooks';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

const webhooks = [
  { pk: 1, failing: 1, given_up: 0, paused_at: null },
  { pk: 2, failing: 0, given_up: 1, paused_at: null },
  { pk: 3, failing: 1, given_up: 0, paused_at: 1 },
  { pk: 4, failing: 0, given_up: 0, paused_at: null },
].map((webhook) => ({ ...webhook, url: `https://books.example/${webhook.pk}` }));

test.each([
  ['one webhook is chosen, for that one only', { webhook: '2' }, [2]],
  ['none is chosen, for each with failures that isn’t paused', {}, [1, 2]],
])('all that failed is sent again, where %s', async (_, filters, expected) => {
  const sent = showPage({
    show: () => (
      <DeliveriesPanel
        organizationId="1"
        webhooks={webhooks}
        filters={filters}
        onFilter={() => undefined}
      />
    ),
    reads: [answer(listWebhookDeliveries, { results: [], next: null })],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Send all failed again' }));
  await waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(expected.length));
  expect(sent.map(({ url }) => Number(/webhooks\/(\d+)\//.exec(url)?.[1]))).toEqual(expected);
});

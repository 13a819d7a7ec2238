import type { Webhook } from '@lotkeeper/contract/intake/webhooks';
import { webhookTypeNames } from '@lotkeeper/contract/intake/webhooks';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const webhook: Webhook = {
  pk: 3,
  url: 'https://books.example/hook',
  types: webhookTypeNames.slice(0, 2),
  spots: [{ pk: 1, name: 'Lagoon' }],
  created_at: 0,
  created_by: null,
  paused_at: null,
  paused_because: null,
  failing_since: null,
  next_try_at: null,
  old_secret_until: null,
  waiting: 0,
  failing: 0,
  given_up: 0,
};

test('each field of a webhook is sent when it alone was changed', async () => {
  const spots = [1, 2].map((pk) => ({ pk, name: `Lot ${pk}` }) as SpotSummary);
  await expectEachFieldIsSent({
    show: () => (
      <WebhookDialog organizationId="1" spots={spots} webhook={webhook} onClose={() => undefined} />
    ),
  });
});

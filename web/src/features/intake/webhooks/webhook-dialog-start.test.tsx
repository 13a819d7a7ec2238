import type { Webhook } from '@lotkeeper/contract/intake/webhooks';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { expect, test } from 'vitest';
import { listFormValues } from '../../../shared/test-form-values.ts';
import { showPage } from '../../../shared/test-page.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const spots = ['Lagoon', 'Depot', 'Mesa'].map(
  (name, index) => ({ pk: index + 1, name }) as SpotSummary,
);
const url = 'https://books.example/hook';

test.each<[string, Partial<Webhook>, string[]]>([
  [
    'of two properties',
    {
      spots: [
        { pk: 1, name: 'Lagoon' },
        { pk: 3, name: 'Mesa' },
      ],
      types: ['refund.recorded'],
    },
    [`URL: ${url}`, 'Properties: Lagoon, Mesa', 'refund.recorded'],
  ],
  [
    'of all properties',
    { spots: null, types: ['visit.opened', 'payout.paid'] },
    [`URL: ${url}`, 'visit.opened', 'payout.paid'],
  ],
])('an edited webhook %s starts with what is saved', async (_, saved, expected) => {
  const webhook = { pk: 3, url, ...saved } as Webhook;
  showPage({
    show: () => (
      <WebhookDialog organizationId="1" {...{ spots, webhook }} onClose={() => undefined} />
    ),
  });
  await expect.poll(() => document.querySelector('form')).not.toBeNull();
  expect(listFormValues()).toEqual(expected);
});

import type { CameraFeed } from '@lotkeeper/contract/cars/cameras';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { listFormValues } from '../../../shared/test-form-values.ts';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { FeedsPanel } from './feeds-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

const feed: CameraFeed = {
  pk: 3,
  name: 'North gate',
  format: 'axis',
  spot_pk: 2,
  spot_name: 'Depot',
  direction: 'Exit',
  signed: false,
  mapped: true,
  hint: 'a1b2',
  created_at: 1_779_292_800_000,
  created_by: 'Ann',
  last_message_at: null,
  too_large_count: 0,
  too_large_at: null,
  revoked_at: null,
};

const query = { error: null, isPending: false, isFetching: false, refetch: () => undefined };

async function showFeed(saved: Partial<CameraFeed>) {
  const data = [{ ...feed, ...saved }];
  showPage({
    show: () => <FeedsPanel organizationId="1" feeds={{ ...query, data }} />,
    reads: [
      answer(
        listSpots,
        ['Lagoon', 'Depot'].map(
          (name, index) =>
            ({
              pk: index + 1,
              name,
              spot_config: { visibility_page_section: 'all' },
            }) as unknown as SpotSummary,
        ),
      ),
    ],
  });
  await screen.findByText(/…a1b2/);
}

const listActions = () =>
  screen.queryAllByRole('button', { name: /North gate/ }).map((button) => button.textContent);

test.each<[string, Partial<CameraFeed>, string[]]>([
  ['placed', {}, ['Property: Depot', 'Direction: Exit']],
  [
    'without a place',
    { spot_pk: null, spot_name: null, direction: null },
    ['Property: Not known yet', 'Direction: Both, or reported by the camera'],
  ],
])('a changed connection %s starts with what is saved', async (_, saved, expected) => {
  await showFeed(saved);
  fireEvent.click(screen.getByRole('button', { name: 'Change North gate' }));
  await screen.findByRole('button', { name: 'Save' });
  await waitFor(() => expect(listFormValues()).toEqual(['Name: North gate', ...expected]));
});

test('a connection that was disconnected can’t be changed or disconnected again', async () => {
  await showFeed({ revoked_at: 1_779_379_200_000 });
  expect(listActions()).toEqual([]);
});

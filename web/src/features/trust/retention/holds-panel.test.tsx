import type { Hold } from '@lotkeeper/contract/trust/retention';
import { listHolds } from '@lotkeeper/contract/trust/retention';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { HoldsPanel } from './holds-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

const hold: Hold = {
  pk: 3,
  subject: 'visit',
  subject_pk: 7,
  story: '7',
  plate: null,
  reason: 'Lawsuit',
  placed_at: 1_779_292_800_000,
  placed_by: 'Ann',
  released_at: null,
  released_by: null,
};

test('a hold can be released once', async () => {
  const released = {
    ...hold,
    pk: 4,
    story: '8',
    released_at: 1_779_379_200_000,
    released_by: 'Ben',
  };
  showPage({
    show: () => <HoldsPanel organizationId="1" />,
    reads: [answer(listHolds, [hold, released])],
  });
  expect(await screen.findByText(/by Ben/)).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^Release/ })).toHaveLength(1);
});

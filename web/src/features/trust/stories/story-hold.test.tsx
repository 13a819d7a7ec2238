import type { Hold } from '@lotkeeper/contract/trust/retention';
import { listHolds } from '@lotkeeper/contract/trust/retention';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { StoryHold } from './story-hold.tsx';

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
const released = { ...hold, released_at: 1_779_379_200_000, released_by: 'Ben' };

test.each<[string, Hold[], boolean]>([
  ['can be placed on a visit that has none', [], true],
  ['can’t be placed on a visit that is on hold', [hold], false],
  ['can be placed on a visit that was on hold', [released], true],
  [
    'can be placed on a visit that isn’t the one on hold',
    [{ ...hold, subject_pk: 8, story: '8' }],
    true,
  ],
  [
    'can be placed on a visit with the number of a rental on hold',
    [{ ...hold, subject: 'rental' }],
    true,
  ],
])('a hold %s', async (_, holds, isOffered) => {
  showPage({
    show: () => <StoryHold organizationId="1" record="visit" story="7" />,
    reads: [answer(listHolds, holds)],
  });
  if (isOffered)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Place Hold' })).toBeEnabled());
  else {
    expect(await screen.findByText(/Lawsuit/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Place Hold' })).toBeNull();
  }
});

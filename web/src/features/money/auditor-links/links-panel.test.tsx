import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { AuditorLink } from '@lotkeeper/contract/money/auditor-links';
import { listAuditorLinks } from '@lotkeeper/contract/money/auditor-links';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { now } from '../../../kernel/clock.ts';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { LinksPanel } from './links-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

test('only a link that can still be opened can be revoked', async () => {
  const link: AuditorLink = {
    pk: 1,
    auditor: 'In use',
    first_month: '2026-01-01' as LocalDate,
    last_month: '2026-03-01' as LocalDate,
    only_spots: null,
    expires_at: now() + hourMs,
    created_at: now() - hourMs,
    created_by: 'Ann',
    revoked_at: null,
    views: 0,
    last_viewed_at: null,
  };
  showPage({
    show: () => <LinksPanel organizationId="1" spots={[]} />,
    reads: [
      answer(listAuditorLinks, [
        link,
        { ...link, pk: 2, auditor: 'Over', expires_at: now() - hourMs },
        { ...link, pk: 3, auditor: 'Withdrawn', revoked_at: now() - hourMs },
      ]),
    ],
  });
  await screen.findByText('Withdrawn');
  const buttons = screen.getAllByRole('button', { name: /^Revoke/ });
  expect(buttons.map((button) => button.ariaLabel)).toEqual(['Revoke In use']);
});

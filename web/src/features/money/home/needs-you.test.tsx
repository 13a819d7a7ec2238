import { listReceivables } from '@lotkeeper/contract/people/receivables';
import { listAlerts } from '@lotkeeper/contract/platform/alerts';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { NeedsYou } from './needs-you.tsx';

afterEach(() => void vi.unstubAllGlobals());

const alerts = Array.from({ length: 9 }, (_, index) => ({
  pk: index + 1,
  kind: 'camera_silent' as const,
  spot: null,
  since: 0,
  title: `Alert ${index + 1}`,
  path: '/organization/1/cameras',
  cost_text: null,
}));

test.each([0, 1, 3, 4, 5, 9])(
  'beside %i open alerts, Home shows each kind of thing that waits',
  async (count) => {
    showPage({
      show: () => <NeedsYou organizationId="1" />,
      reads: [
        answer(listAlerts, {
          open: alerts.slice(0, count),
          open_count: count,
          ended: [],
          waiting: { plate_desk: 2, appeals: 3, connections: 0 },
          is_chosen: true,
          texts: { sent: 0, limit: 10, next_at: null },
        } as never),
        answer(listReceivables, { total_amount: 12_300 } as never),
      ],
    });
    const pages = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
    const waiting = ['appeals', 'plate-desk', 'who-owes'].map((name) => `/organization/1/${name}`);
    const shown = Math.min(count, 2);
    expect(pages).toEqual([...Array<string>(shown).fill('/organization/1/cameras'), ...waiting]);
  },
);

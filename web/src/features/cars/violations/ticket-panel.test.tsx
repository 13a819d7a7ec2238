import type { Ticket } from '@lotkeeper/contract/cars/violations';
import { ticketStatuses } from '@lotkeeper/contract/cars/violations';
import { cents } from '@lotkeeper/contract/kernel/money';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showPage } from '../../../shared/test-page.tsx';
import { TicketPanel } from './ticket-panel.tsx';

test.each(Object.keys(ticketStatuses) as Ticket['status'][])(
  'a violation can be waived, and its notice printed, while it is open; this one is %s',
  async (status) => {
    const ticket: Ticket = {
      uuid: 'u1',
      code: 'ACE7749',
      plate: 'ABC1234',
      state: 'AZ',
      status,
      amount: cents(5500),
      created_at: 1_779_292_800,
      image_url: null,
      waived_reason: null,
      waived_by: null,
      waived_at: null,
      evidence: null,
    };
    const spot = { organization: 1, pk: 7, timezone: 'America/Phoenix' };
    showPage({ show: () => <TicketPanel {...{ ticket, spot }} onWaive={() => undefined} /> });
    expect(await screen.findByText(ticketStatuses[status])).toBeVisible();
    const count = status === 'Created' ? 1 : 0;
    expect(screen.queryAllByRole('button', { name: 'Waive violation ACE7749' })).toHaveLength(
      count,
    );
    expect(screen.queryAllByRole('link', { name: /^Print notice/ })).toHaveLength(count);
  },
);

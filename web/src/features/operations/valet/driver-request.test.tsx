import { cents } from '@lotkeeper/contract/kernel/money';
import type { DriverRequest } from '@lotkeeper/contract/operations/valet';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../kernel/queries.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { DriverRequestPage } from './driver-request.page.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const parked: DriverRequest = {
  lot: 'Harbor View',
  operator: 'Lakeshore Parking',
  status: 'active',
  car: { plate: 'ABC 123', state: 'AZ', country: 'US' },
  make: null,
  model: null,
  color: null,
  requested_at: null,
  is_fetched: false,
  outstanding_balance: cents(2400),
  payment: null,
  decline: null,
  card: null,
  receipt: null,
};

test('a driver who has paid and received the car owes nothing, though the link is over', async () => {
  vi.stubGlobal('fetch', async () => Response.json(parked));
  renderUi(<DriverRequestPage token="a-token" />);
  expect(await screen.findByText(/\$24/)).toBeVisible();
  vi.stubGlobal('fetch', async () => Response.json({ detail: 'It’s over.' }, { status: 404 }));
  await act(() => queryClient.refetchQueries());
  await waitFor(() => expect(document.body).not.toHaveTextContent('$24'));
  expect(screen.getByText('ABC 123')).toBeVisible();
});

import { cents } from '@lotkeeper/contract/kernel/money';
import { listCardPayments } from '@lotkeeper/contract/money/refunds';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { StoryRefund } from './story-refund.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a refund whose answer was lost is sent again as the same request, also with another amount', async () => {
  const payment = { payment: 'p1', paid_at: 0, amount: cents(2500), left: cents(2500) };
  const sent = showPage({
    show: () => <StoryRefund record="rental" id="7" timezone="America/Phoenix" />,
    reads: [answer(listCardPayments, [payment])],
    write: () => Promise.reject(new TypeError('Failed to fetch')),
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Refund \$25/ }));
  const refund = await screen.findByRole('button', { name: 'Refund' });
  for (const amount of ['25', '20']) {
    fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: amount } });
    const count = sent.length;
    await waitFor(() => {
      fireEvent.click(refund);
      expect(sent.length).toBeGreaterThan(count);
    });
  }
  const bodies = sent.map(({ body }) => body);
  expect(bodies[0]?.['request']).toMatch(/^[\da-f-]{36}$/);
  expect(bodies.at(-1)).toEqual({ payment: 'p1', amount: 2000, request: bodies[0]?.['request'] });
});

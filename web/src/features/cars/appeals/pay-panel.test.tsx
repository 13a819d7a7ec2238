import type { Notice } from '@lotkeeper/contract/cars/appeals';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../../kernel/queries.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { PayPanel } from './pay-panel.tsx';

const amount = 5500 as Cents;
const open = {
  token: 'token',
  operator: 'Cactus Parking',
  ticket: { code: 'ACE7749', status: 'Created', amount },
  appeal: null,
  takes_cards: true,
  payment: null,
} as unknown as Notice;

const show = (notice: Partial<Notice>) =>
  renderUi(
    <QueryClientProvider client={queryClient}>
      <PayPanel
        notice={{ ...open, ...notice }}
        onChange={() => undefined}
        refresh={async () => undefined}
      />
    </QueryClientProvider>,
  );
const payButton = () => screen.queryByRole('button', { name: 'Pay $55.00' });

test('an open violation has a button with its amount where cards are taken', () => {
  show({});
  expect(payButton()).not.toBeNull();
  expect(screen.queryByText(/your notice says/)).toBeNull();
});

test('without a processor the page says how to pay', () => {
  show({ takes_cards: false });
  expect(payButton()).toBeNull();
  expect(screen.getByText(/Pay the way that your notice says/).textContent).toContain('ACE7749');
  expect(screen.getByText(/ask Cactus Parking/)).not.toBeNull();
});

test('with an open appeal the page says that paying ends it', () => {
  show({ appeal: { state: 'open' } as Notice['appeal'] });
  expect(payButton()).not.toBeNull();
  expect(screen.getByText(/the appeal ends/)).not.toBeNull();
});

test('while a payment is in progress nothing else can be paid', () => {
  show({ payment: { amount, confirm_by: null } });
  expect(payButton()).toBeNull();
  expect(screen.getByRole('status').textContent).toContain('A payment of $55.00 is in progress');
  expect(screen.getByRole('button', { name: 'Check the payment' })).not.toBeNull();
});

test('a payment that the bank wants confirmed has a button for that', () => {
  show({ payment: { amount, confirm_by: 1_780_000_000_000 } });
  expect(screen.getByRole('button', { name: 'Confirm payment' })).not.toBeNull();
});

test.each(['Paid', 'Waived'] as const)('a violation that is %s has nothing to pay', (status) => {
  show({ ticket: { ...open.ticket, status } });
  expect(payButton()).toBeNull();
  expect(screen.queryByText(/your notice says/)).toBeNull();
});

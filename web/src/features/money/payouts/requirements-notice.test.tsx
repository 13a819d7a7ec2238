import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { PayoutAccount } from '@lotkeeper/contract/money/payouts';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../../kernel/queries.ts';
import { ProfileProvider } from '../../../kernel/session.tsx';
import { renderUi } from '../../../ui/test-render.tsx';
import { RequirementsNotice } from './requirements-notice.tsx';

const clear = {
  can_be_paid: true,
  due: [] as string[],
  past_due: [],
  is_checking: false,
  disabled_reason: null,
  deadline: null,
};

function show(requirements: PayoutAccount['requirements'], role = 'ADMIN') {
  const affiliation = { type: 'parking', organization: 1, role };
  const account = { requirements } as PayoutAccount;
  renderUi(
    <QueryClientProvider client={queryClient}>
      <ProfileProvider value={{ superuser: false, affiliations: [affiliation] } as never}>
        <RequirementsNotice account={account} organizationId="1" />
      </ProfileProvider>
    </QueryClientProvider>,
  );
}

test('a requirement is listed with the reason, the due date, and a button to the processor', () => {
  const deadline = fromIso('2026-12-24T12:00:00Z');
  show({ ...clear, can_be_paid: false, due: ['company.phone', 'tos_acceptance.ip'], deadline });
  expect(screen.getByText(/needs more information before it can pay you.*Dec 24/)).toBeVisible();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Phone number of the company',
    'Acceptance of the processor’s terms of service',
  ]);
  expect(screen.getByRole('button')).toHaveTextContent('Continue at the sandbox');
});

test('an Accountant reads what is required without the button', () => {
  show({ ...clear, due: ['company.phone'] }, 'ACCOUNTANT');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByRole('button')).toBeNull();
});

test('an account under review shows a reason and no button', () => {
  show({ ...clear, can_be_paid: false, is_checking: true });
  expect(screen.getByText(/is checking what you entered/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([[null], [clear]])('nothing is shown when nothing is required', (requirements) => {
  show(requirements);
  expect(screen.queryByText(/payment processor/)).toBeNull();
});

import type { IncomeStatement, Statement } from '@lotkeeper/contract/money/income-statement';
import {
  getIncomeStatement,
  incomeStatement,
  revenueUplift,
} from '@lotkeeper/contract/money/income-statement';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { IncomeStatementPage } from './income-statement.page.tsx';

afterEach(() => void vi.unstubAllGlobals());

const zeros = (names: object) => Object.fromEntries(Object.keys(names).map((name) => [name, 0]));

function show(amounts: Partial<IncomeStatement>, spotPk?: string): void {
  const statement = {
    uuid: 'lagoon',
    income_statement: { ...zeros(incomeStatement.shape), ...amounts },
    revenue_uplift: zeros(revenueUplift.shape),
  } as unknown as Statement;
  const spot = { pk: 1, uuid: 'lagoon', name: 'Lagoon', timezone: 'America/Phoenix' };
  showPage({
    show: () => (
      <IncomeStatementPage
        organizationId="1"
        filters={{ startDate: '2026-01-01', endDate: '2026-01-02', spotPk }}
        onFilter={() => undefined}
      />
    ),
    reads: [
      answer(listSpots, [spot as SpotSummary]),
      answer(getIncomeStatement, {
        organization: statement,
        spots: [statement],
        commission_bases: [{ base: 'net', from: null }],
      } as never),
    ],
  });
}

/** What one ledger entry may have by itself. */
test.each(['revenue', 'refunds', 'client_payment_processing_fee'] as const)(
  'days that have only %s have a statement, of all properties and of one',
  async (name) => {
    for (const spotPk of [undefined, '1']) {
      show({ [name]: 4200 }, spotPk);
      expect(await screen.findByRole('table', { name: 'Breakdown' })).toBeVisible();
      expect(screen.queryByText('No revenue in this range')).toBeNull();
      document.body.replaceChildren();
    }
  },
);

test('days without any amount say that there is no revenue', async () => {
  show({});
  expect(await screen.findByText('No revenue in this range')).toBeVisible();
});

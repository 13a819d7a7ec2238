import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { BridgeStep, RevenueBridge } from '@lotkeeper/contract/revenue-bridge';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '../../kernel/url-state.ts';
import { renderUi } from '../../ui/test-render.tsx';
import { BridgeSteps } from './bridge-steps.tsx';

const toStep = (step: Partial<BridgeStep>): BridgeStep => ({
  cause: 'count',
  rental_group: 'transient',
  amount: cents(0),
  earlier: null,
  later: null,
  ratio: null,
  measure: 'gross',
  is_exact: false,
  spots: [],
  ...step,
});

const bridge: RevenueBridge = {
  earlier: {
    start_date: '2026-10-01' as LocalDate,
    end_date: '2026-10-31' as LocalDate,
    net: cents(100_000),
    entry_count: 90,
  },
  later: {
    start_date: '2026-11-01' as LocalDate,
    end_date: '2026-11-30' as LocalDate,
    net: cents(98_750),
    entry_count: 80,
  },
  is_partial: false,
  steps: [
    toStep({
      cause: 'properties',
      rental_group: null,
      amount: cents(500),
      spots: [{ pk: 7, name: 'Harbor Lot', earlier: cents(0), later: cents(500) }],
    }),
    toStep({ amount: cents(-1250), earlier: 90, later: 80 }),
    toStep({
      cause: 'refunds',
      rental_group: null,
      amount: cents(-500),
      earlier: 0,
      later: 500,
      measure: 'refunds',
      is_exact: true,
    }),
  ],
  types: [],
  as_of: 0,
};

async function renderSteps() {
  const rootRoute = createRootRoute({
    component: () => (
      <BridgeSteps organizationId="3" spot={null} bridge={bridge} period="month" withSpots />
    ),
  });
  const router = createRouter({
    routeTree: rootRoute,
    history: createMemoryHistory({ initialEntries: ['/'] }),
    parseSearch,
    stringifySearch,
  });
  renderUi(<RouterProvider router={router as never} />);
  return within(await screen.findByRole('table'));
}

const readLink = (link: HTMLElement) => {
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  return [pathname, Object.fromEntries(searchParams)];
};

test('each step opens the entries of both periods, and its amount those of the later one', async () => {
  const table = await renderSteps();
  const october = { startDate: '2026-10-01', endDate: '2026-10-31' };
  const november = { startDate: '2026-11-01', endDate: '2026-11-30' };
  const listLinks = (name: RegExp) =>
    within(table.getByRole('row', { name })).getAllByRole('link').map(readLink);
  const path = '/organization/3/ledger';
  const transient = { measure: 'gross', group: 'transient' };
  expect(listLinks(/^Number of rentals/)).toEqual([
    [path, { ...transient, ...october }],
    [path, { ...transient, ...november }],
    [path, { ...transient, ...november }],
  ]);
  expect(listLinks(/^Refunds/)).toEqual([
    [path, { measure: 'refunds', ...october }],
    [path, { measure: 'refunds', ...november }],
    [path, { measure: 'refunds', ...november }],
  ]);
  expect(listLinks(/^Properties in one period only/)[0]).toEqual([
    path,
    { measure: 'gross', spotPk: '7', ...november },
  ]);
  expect(listLinks(/^Net revenue, Oct/)).toEqual([[path, { measure: 'net', ...october }]]);
});

test('the change is told in a sentence, and each step in words', async () => {
  const table = await renderSteps();
  expect(screen.getByText(/^Net revenue/, { selector: 'p' }).textContent).toBe(
    'Net revenue fell by $12.50: from $1,000.00 in Oct to $987.50 in Nov.',
  );
  expect(table.getByRole('row', { name: /^Number of rentals/ }).textContent).toContain(
    '10 fewer rentals (90 → 80). Entries: Oct, Nov',
  );
  expect(table.getByRole('row', { name: /^Refunds/ }).textContent).toContain(
    '$0.00 in Oct, $5.00 in Nov.',
  );
  expect(screen.getByText('The periods have 31 and 30 days.')).toBeTruthy();
});

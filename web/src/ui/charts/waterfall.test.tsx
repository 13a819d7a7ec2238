import { fireEvent, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { Waterfall } from './waterfall.tsx';
import { stackSteps, waterfallDomain, waterfallScale } from './waterfall-scale.ts';

test('each bar begins where the one before it ends, and the last ends at the sum', () => {
  expect(stackSteps(100, [30, -50, 5])).toEqual([
    { from: 100, to: 130 },
    { from: 130, to: 80 },
    { from: 80, to: 85 },
  ]);
  expect(stackSteps(100, [])).toEqual([]);
});

test('the scale contains zero when the steps are large compared with the totals', () => {
  expect(waterfallDomain([100, 160, 40])).toEqual({ low: 0, high: 160 });
  expect(waterfallDomain([-20, 60])).toEqual({ low: -20, high: 60 });
});

test('the scale begins near the lowest total when the steps are small compared with the totals', () => {
  expect(waterfallDomain([1000, 1100, 1050])).toEqual({ low: 985, high: 1100 });
  expect(waterfallDomain([-1000, -1100])).toEqual({ low: -1100, high: -985 });
});

test('the scale is never empty and contains every total', () => {
  expect(waterfallDomain([0, 0])).toEqual({ low: 0, high: 1 });
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 15 }),
      (totals) => {
        const { low, high } = waterfallDomain(totals);
        expect(low).toBeLessThan(high);
        const toPercent = waterfallScale(totals);
        for (const total of totals) {
          expect(total).toBeGreaterThanOrEqual(low);
          expect(total).toBeLessThanOrEqual(high);
          expect(toPercent(total)).toBeGreaterThanOrEqual(0);
          expect(toPercent(total)).toBeLessThanOrEqual(100);
        }
      },
    ),
  );
});

const waterfall = (more: Partial<Parameters<typeof Waterfall>[0]> = {}) => (
  <Waterfall
    title="From October to November"
    rowLabel="Cause"
    start={{ key: 'start', label: 'October', amount: 100 }}
    steps={[
      { key: 'count', label: 'Rentals', text: '3 more', amount: 30 },
      { key: 'refunds', label: 'Refunds', amount: -50 },
    ]}
    end={{ key: 'end', label: 'November', amount: 80 }}
    format={(value) => `$${value}`}
    formatStep={(amount) => `${amount < 0 ? '-' : '+'}$${Math.abs(amount)}`}
    {...more}
  />
);

test('the table has each row with its words, its running total, and its amount with a sign', () => {
  renderUi(waterfall());
  const table = screen.getByRole('table', { name: 'From October to November' });
  const rows = within(table).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'CauseRunning totalAmount',
    'October$100$100',
    'Rentals3 more$130+$30',
    'Refunds$80-$50',
    'November$80$80',
  ]);
});

test('each amount is a link to its row’s page, and each bar opens it on a click', () => {
  const open = vi.fn();
  renderUi(
    waterfall({
      opener: {
        renderValue: (text, row, index) => <a href={`/${row}/${index}`}>{text}</a>,
        open,
      },
    }),
  );
  expect(screen.getByRole('link', { name: '+$30' }).getAttribute('href')).toBe('/amount/1');
  expect(screen.getByRole('link', { name: '$100' }).getAttribute('href')).toBe('/amount/0');
  fireEvent.click(screen.getByText('$130'));
  expect(open).toHaveBeenCalledWith(1);
});

test('a note says that totals are cut when the scale doesn’t begin at zero', () => {
  const cutNote = /bars of both totals are cut/;
  const { unmount } = renderUi(waterfall());
  expect(screen.queryByText(cutNote)).toBeNull();
  unmount();
  const start = { key: 'start', label: 'October', amount: 1000 };
  const end = { key: 'end', label: 'November', amount: 1030 };
  renderUi(waterfall({ start, steps: [{ key: 'count', label: 'Rentals', amount: 30 }], end }));
  expect(screen.getByText(cutNote)).toBeTruthy();
});

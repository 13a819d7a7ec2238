import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { ChangeBars, changeScale, formatChange } from './change-bars.tsx';

const change = (value: number | null, low = value, high = value) => ({
  value,
  low,
  high,
  firm: true,
});

test('a change is formatted with its sign, and one that rounds to zero without a sign', () => {
  expect([0.124, -0.38, 0.004, -0.004, 0].map(formatChange)).toEqual([
    '+12%',
    '-38%',
    '0%',
    '0%',
    '0%',
  ]);
});

test('the scale contains zero and every bar, and is never empty', () => {
  expect(changeScale([])).toEqual({ from: -0.1, to: 0.1 });
  expect(changeScale([change(null)])).toEqual({ from: -0.1, to: 0.1 });
  expect(changeScale([change(4), change(-0.5)])).toEqual({ from: -0.5, to: 4 });
});

test('a range is drawn up to one and a half times the longest bar, and a non-number isn’t drawn', () => {
  expect(changeScale([change(1, -0.5, 9)])).toEqual({ from: -0.5, to: 1.5 });
  expect(changeScale([change(Number.NaN, Number.NaN, Number.NaN)])).toEqual({
    from: -0.1,
    to: 0.1,
  });
});

test('the table behind the bars shows change, lowest, highest, and the extra column, with a dash for gaps', () => {
  renderUi(
    <ChangeBars
      title="Change"
      categoryLabel="Day"
      categories={[
        { key: 'a', label: 'Fair' },
        { key: 'b', label: 'Parade' },
      ]}
      changes={[change(0.5, 0.2, 0.8), change(null)]}
      more={[{ key: 'net', label: 'Net', values: [0.25, null] }]}
    />,
  );
  const rows = within(screen.getByRole('table', { name: 'Change' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'DayChangeLowestHighestNet',
    'Fair+50%+20%+80%+25%',
    'Parade––––',
  ]);
});

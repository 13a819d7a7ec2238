import { expect, test } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { ChangeBar, changeScale, formatChange } from './change-bars.tsx';

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

test('a change says its range to a screen reader, and one that isn’t known is a dash', () => {
  const show = (of: ReturnType<typeof change>) =>
    renderUi(<ChangeBar change={of} scale={changeScale([of])} />).container.textContent;
  expect(show(change(0.5, 0.2, 0.8))).toBe('+50%, from +20% to +80%');
  expect(show(change(0.5))).toBe('+50%');
  expect(show(change(null))).toBe('–');
});

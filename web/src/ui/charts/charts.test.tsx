import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { BarChart, type BarChartProps } from './bar-chart.tsx';
import { LineChart, type LineChartProps } from './line-chart.tsx';

const days = ['Mon', 'Tue', 'Wed'].map((label) => ({ key: label, label }));
const base = { title: 'Sums', categories: days, format: (n: number) => `$${n}` };

function bars(props: Partial<BarChartProps> = {}) {
  return renderUi(
    <BarChart
      {...base}
      categoryLabel="Day"
      series={[
        { key: 'a', label: 'Alpha', color: 'main', values: [1, 2, 3] },
        { key: 'b', label: 'Beta', color: 'lost', values: [4, 0, -6] },
      ]}
      {...props}
    />,
  );
}

function lines(props: Partial<LineChartProps> = {}) {
  const series = [{ key: 'a', label: 'Alpha', color: 'main' as const, values: [1, null, 3] }];
  return renderUi(<LineChart {...base} series={series} {...props} />);
}

const drawing = (container: HTMLElement) =>
  container.querySelector('svg[focusable]')?.outerHTML ?? '';

test('a chart is a figure with a title, a caption, and a legend of its series', () => {
  bars({ caption: 'In dollars.' });
  expect(screen.getByRole('figure')).toHaveTextContent('SumsIn dollars.');
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(2);
});

test('a category’s notes are marked, announced, in the tooltip, and in the table', () => {
  const { container } = bars({
    categories: days.map((day) => (day.key === 'Tue' ? { ...day, notes: ['Labor Day'] } : day)),
  });
  expect(container.querySelectorAll('[class*=noteMark]')).toHaveLength(1);
  fireEvent.change(screen.getByRole('slider'), { target: { value: '1' } });
  expect(screen.getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    'Tue: Alpha $2, Beta $0, Labor Day',
  );
  expect(container.querySelector('[class*=tooltip]')).toHaveTextContent('Labor Day');
  expect(screen.getByRole('row', { name: 'Tue $2 $0 Labor Day' })).toBeInTheDocument();
});

test('bars are compared with earlier values, and the axis has room for those', () => {
  const { container } = bars({
    series: [{ key: 'a', label: 'Alpha', color: 'main', values: [1, 2, 3] }],
    before: { label: 'Week before', values: [10, null, 30] },
  });
  expect(container.querySelectorAll('[class*=before]')).toHaveLength(2);
  expect(container.querySelector('svg[focusable]')).toHaveTextContent('$30');
  expect(screen.getByRole('row', { name: 'Mon $1 $10' })).toBeInTheDocument();
});

test('a tall value flattens the others neither itself nor as what they are compared with', () => {
  const categories = Array.from({ length: 10 }, (_, i) => ({ key: `${i}`, label: `Nov ${i}` }));
  const values = categories.map(() => 10);
  const tall = values.with(0, 900);
  for (const [shown, compared] of [
    [values, tall],
    [tall, values],
  ] as const) {
    const { container, unmount } = bars({
      categories,
      cutsTall: true,
      series: [{ key: 'a', label: 'Alpha', color: 'main', values: shown }],
      before: { label: 'Before', values: compared },
    });
    expect(drawing(container)).toContain('>$10<');
    unmount();
  }
});

test('the tooltip has the value, what it is compared with, and the difference', () => {
  const { container } = bars({
    categories: [...days.slice(0, 2), { key: 'Wed', label: 'Wed so far', isOpen: true }],
    series: [{ key: 'a', label: 'Alpha', color: 'main', values: [11, 2, 3] }],
    before: { label: 'Week before', values: [10, null, 30] },
    opener: { open: () => {}, renderValue: (text) => text },
  });
  const texts = ['0', '1', '2'].map((value) => {
    fireEvent.change(screen.getByRole('slider'), { target: { value } });
    return container.querySelector('[class*=tooltip]')?.textContent;
  });
  expect(texts).toEqual([
    'MonAlpha$11Week before$10Difference▲ 10.0%',
    'TueAlpha$2Week before–',
    'Wed so farAlpha$3Week before$30',
  ]);
});

test('a chart has a table, shown on request', async () => {
  bars();
  const table = screen.getByRole('table', { name: 'Sums' });
  expect(within(table).getByRole('row', { name: 'Wed $3 $-6' })).toBeInTheDocument();
  expect(within(table).getByRole('columnheader', { name: 'Day' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Show as table/ }));
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Show as chart/ }));
  expect(screen.getByRole('slider')).toBeInTheDocument();
});

test('a chart shows and announces the values of the active category', async () => {
  const { container } = bars();
  await userEvent.tab();
  await userEvent.tab();
  const slider = screen.getByRole('slider', { name: 'Sums: values' });
  expect(slider).toHaveFocus();
  fireEvent.change(slider, { target: { value: '0' } });
  expect(slider).toHaveAttribute('aria-valuetext', 'Mon: Alpha $1, Beta $4');
  expect(container.querySelector('.tooltip, [class*=tooltip]')).toHaveTextContent('Beta$4');
  await userEvent.keyboard('{Escape}');
  expect(container.querySelector('[class*=tooltip]')).toBeNull();
});

test('the table of stacked bars has a total', () => {
  bars({ stacked: true });
  expect(screen.getByRole('columnheader', { name: 'Total' })).toBeInTheDocument();
  expect(screen.getByRole('row', { name: 'Mon $1 $4 $5' })).toBeInTheDocument();
});

test.each([
  ['nothing', []],
  ['zeros', [0, 0, 0]],
  ['negative values', [-1, -2, -3]],
  ['huge values', [1e300, Number.MAX_VALUE, Number.POSITIVE_INFINITY]],
  ['no numbers', [Number.NaN, null, Number.NaN]],
  ['too few values', [1]],
])('bars of %s are drawn without NaN', (_, values) => {
  for (const stacked of [true, false]) {
    const series = [{ key: 'a', label: 'A', color: 'main' as const, values }];
    const { container, unmount } = bars({ series, stacked });
    expect(drawing(container)).not.toMatch(/NaN|Infinity|undefined/);
    expect(container).not.toHaveTextContent('NaN');
    unmount();
  }
});

test('a chart without categories says so', () => {
  bars({ categories: [] });
  expect(screen.getByText('Nothing to show')).toBeInTheDocument();
});

test('two lines have their names at their ends and need no legend', () => {
  const before = { key: 'b', label: 'Before', color: 'quiet' as const, values: [2, 2, 9] };
  const now = { key: 'a', label: 'Now', color: 'main' as const, values: [1, 4, null] };
  const { container } = lines({ series: [now, before] });
  const names = [...container.querySelectorAll('[class*=lineLabel]')];
  expect(names.map(({ textContent }) => textContent)).toEqual(['Now', 'Before']);
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

test('the line to a day that is not over is dashed, and its dot is hollow', () => {
  const categories = days.map((day, index) => ({ ...day, isOpen: index === 2 }));
  const series = [{ key: 'a', label: 'Alpha', color: 'main' as const, values: [1, 4, 2] }];
  const { container } = lines({ categories, series });
  const dashes = [...container.querySelectorAll('path[class*=line]')].map((path) =>
    path.getAttribute('stroke-dasharray'),
  );
  expect(dashes).toEqual([null, '2 4']);
  expect([...container.querySelectorAll('circle')].at(-1)?.getAttribute('fill')).toBe(
    'var(--mantine-color-body)',
  );
});

test('a gap in a line stays a gap and is read as a dash', () => {
  const { container } = lines();
  expect(screen.getByRole('row', { name: 'Tue –' })).toBeInTheDocument();
  expect(container.querySelectorAll('circle')).toHaveLength(2);
});

test.each([
  ['zeros', [0, 0, 0]],
  ['huge values', [-1e300, 0, Number.POSITIVE_INFINITY]],
  ['one value', [5]],
  ['no numbers', [Number.NaN, null]],
])('lines of %s are drawn without NaN, even as steps', (_, values) => {
  for (const step of [true, false]) {
    const { container, unmount } = lines({
      step,
      series: [{ key: 'a', label: 'A', color: 'main', values, dashed: true }],
    });
    expect(drawing(container)).not.toMatch(/NaN|Infinity|undefined/);
    unmount();
  }
});

test('a given y axis keeps its ends', () => {
  const { container } = lines({ yDomain: [0, 100], formatTick: (n) => `${n}%` });
  expect(drawing(container)).toContain('100%');
});

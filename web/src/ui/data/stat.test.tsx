import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { Stat, StatGrid } from './stat.tsx';

function show() {
  renderUi(
    <StatGrid>
      <Stat label="Total" value="$12" hint="All of it." renderLink={(v) => <a href="/x">{v}</a>} />
    </StatGrid>,
  );
  return screen.getByRole('button', { name: 'About Total' });
}

test('a stat’s value is the definition of its label and can be a link', () => {
  show();
  expect(screen.getByRole('definition')).toHaveTextContent('$12');
  expect(screen.getByRole('link', { name: '$12' })).toBeVisible();
});

test('the hint of a stat opens on hover and closes when the pointer leaves', async () => {
  const button = show();
  await userEvent.hover(button);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('All of it.');
  await userEvent.unhover(button);
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

test('the hint opens on focus, describes the button, and closes on Escape', async () => {
  const button = show();
  await userEvent.tab();
  expect(button).toHaveFocus();
  expect(button).toHaveAccessibleDescription('All of it.');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

test('the hint opens on touch', async () => {
  const button = show();
  await userEvent.pointer([{ keys: '[TouchA]', target: button }]);
  expect(screen.getByRole('tooltip')).toHaveTextContent('All of it.');
});

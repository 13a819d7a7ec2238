import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';

test('the color scheme follows the system until one is chosen, and the choice is remembered', async () => {
  renderUi(<ColorSchemeSwitch />);
  expect(screen.getByRole('radio', { name: 'System' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(window.localStorage.getItem('color-scheme')).toBe('dark');
  // Trusted Types would refuse a style element written as text.
  expect(document.head.querySelector('style[data-mantine-disable-transition]')).toBeNull();
});

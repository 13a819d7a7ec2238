import { listOrganizations } from '@lotkeeper/contract/platform/organizations';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../shared/test-page.tsx';
import Palette from './palette.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('who typed on after going down the results opens the first one with Enter', async () => {
  const onClose = vi.fn();
  showPage({
    show: () => <Palette onClose={onClose} />,
    reads: [answer(listOrganizations, [])],
  });
  const input = await screen.findByRole('combobox');
  const listMarked = () =>
    screen.getAllByRole('option').map((option) => option.getAttribute('aria-selected'));
  fireEvent.change(input, { target: { value: 'e' } });
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  expect(listMarked()[1]).toBe('true');
  fireEvent.change(input, { target: { value: 'ev' } });
  const [first] = screen.getAllByRole('option');
  expect(listMarked()[0]).toBe('true');
  expect(input).toHaveAttribute('aria-activedescendant', first?.id);
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onClose).toHaveBeenCalledOnce();
  expect(localStorage.getItem('palette-used')).toBe('Pages Verify Evidence');
});

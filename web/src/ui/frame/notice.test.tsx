import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { Notice } from './notice.tsx';

/** React listens for it by the name that jsdom's styles have. */
const endAnimation = (element: HTMLElement) =>
  fireEvent(element, new Event('webkitAnimationEnd', { bubbles: true }));

test('a notice goes after a while, and its output stays for the next one', () => {
  const { rerender } = renderUi(<Notice text="Added." />);
  const output = screen.getByRole('status');
  expect(output.textContent).toBe('Added.');
  endAnimation(screen.getByText('Added.'));
  expect(output.textContent).toBe('');
  rerender(<Notice text="" />);
  rerender(<Notice text="Added." />);
  expect(screen.getByRole('status')).toBe(output);
  expect(output.textContent).toBe('Added.');
});

test('what the page does around it doesn’t end a notice', () => {
  renderUi(<Notice text="Added." />);
  const output = screen.getByRole('status');
  endAnimation(output.parentElement as HTMLElement);
  expect(output.textContent).toBe('Added.');
});

test('Undo takes the focus, and gives it to the words when it’s pressed', () => {
  const onUndo = vi.fn();
  renderUi(<Notice text="Removed." onUndo={onUndo} />);
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect(document.activeElement).toBe(undo);
  fireEvent.click(undo);
  expect(onUndo).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole('status'));
});

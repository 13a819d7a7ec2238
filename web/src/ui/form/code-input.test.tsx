import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { isCodeComplete } from './code-input.rules.ts';
import { CodeInput, type CodeInputProps } from './code-input.tsx';

function setup(props: Partial<CodeInputProps> = {}, start = '') {
  const onValue = vi.fn();
  function Host() {
    const [value, setValue] = useState(start);
    const change = (next: string) => {
      onValue(next);
      setValue(next);
    };
    return <CodeInput label="Verification code" {...props} value={value} onChange={change} />;
  }
  renderUi(<Host />);
  const cells = screen.getAllByRole<HTMLInputElement>('textbox');
  return {
    user: userEvent.setup(),
    onValue,
    cells,
    shown: () => cells.map((c) => c.value || '_').join(''),
  };
}

test('the cells of a code input form a named group, and each has its own name', () => {
  const { cells } = setup();
  expect(screen.getByRole('group', { name: 'Verification code' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Digit 6 of 6' })).toBe(cells[5]);
});

test('typing a code moves from cell to cell and drops characters that aren’t digits', async () => {
  const { user, cells, shown, onValue } = setup();
  await user.click(cells[0]!);
  await user.keyboard('1a2-3');
  expect(shown()).toBe('123___');
  expect(cells[3]).toHaveFocus();
  expect(onValue).toHaveBeenLastCalledWith('123');
});

test('a code input in text mode accepts letters and digits and shows them in upper case', async () => {
  const { user, cells, shown } = setup({ mode: 'text' });
  await user.click(cells[0]!);
  await user.keyboard('a1!bz');
  expect(shown()).toBe('A1BZ__');
  expect(cells[0]).toHaveAttribute('inputmode', 'text');
});

test("a pasted '98-76 54' fills all cells, wherever the cursor is", async () => {
  const { user, cells, shown, onValue } = setup();
  await user.click(cells[3]!);
  await user.paste('98-76 54');
  expect(shown()).toBe('987654');
  expect(onValue).toHaveBeenLastCalledWith('987654');
  expect(cells[5]).toHaveFocus();
});

test('a pasted part is filled in from the cursor on', async () => {
  const { user, cells, shown } = setup({}, '12');
  await user.click(cells[2]!);
  await user.paste('3 4');
  expect(shown()).toBe('1234__');
  expect(cells[4]).toHaveFocus();
});

test("a phone's autofill may put the whole code into the first cell", () => {
  const { cells, shown } = setup();
  expect(cells[0]).toHaveAttribute('autocomplete', 'one-time-code');
  expect(cells[0]).toHaveAttribute('inputmode', 'numeric');
  // Autofill is one input event with the whole text, not a paste.
  fireEvent.input(cells[0]!, { target: { value: '246810' } });
  expect(shown()).toBe('246810');
});

test('typing over a filled cell replaces it, also by the same digit', async () => {
  const { user, cells, shown } = setup({}, '123456');
  await user.click(cells[1]!);
  await user.keyboard('9');
  expect(shown()).toBe('193456');
  expect(cells[2]).toHaveFocus();
  await user.keyboard('3');
  expect(cells[3]).toHaveFocus();
});

test('Backspace clears the cell, then steps back, and the others keep their place', async () => {
  const { user, cells, shown, onValue } = setup({}, '123456');
  await user.click(cells[2]!);
  await user.keyboard('{Backspace}');
  expect(shown()).toBe('12_456');
  expect(cells[2]).toHaveFocus();
  await user.keyboard('{Backspace}');
  expect(shown()).toBe('1__456');
  expect(cells[1]).toHaveFocus();
  expect(onValue).toHaveBeenLastCalledWith('1  456');
  expect(isCodeComplete('1  456')).toBe(false);
  await user.keyboard('23');
  expect(shown()).toBe('123456');
  expect(isCodeComplete('123456')).toBe(true);
});

test('Delete clears the cell and stays in it', async () => {
  const { user, cells, shown } = setup({}, '123456');
  await user.click(cells[0]!);
  await user.keyboard('{Delete}');
  expect(shown()).toBe('_23456');
  expect(cells[0]).toHaveFocus();
});

test('arrow keys, Home and End move the focus without changing the code', async () => {
  const { user, cells, shown } = setup({}, '123456');
  await user.click(cells[2]!);
  await user.keyboard('{ArrowRight}');
  expect(cells[3]).toHaveFocus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(cells[1]).toHaveFocus();
  await user.keyboard('{Home}{ArrowLeft}');
  expect(cells[0]).toHaveFocus();
  await user.keyboard('{End}{ArrowRight}');
  expect(cells[5]).toHaveFocus();
  expect(shown()).toBe('123456');
});

test('pressing Enter in a code input submits it', async () => {
  const onEnter = vi.fn();
  const { user, cells } = setup({ onEnter }, '123456');
  await user.click(cells[5]!);
  await user.keyboard('{Enter}');
  expect(onEnter).toHaveBeenCalledOnce();
});

test('an error is announced and marks the cells', () => {
  const { cells } = setup({ error: 'The code is wrong' });
  expect(screen.getByRole('alert')).toHaveTextContent('The code is wrong');
  expect(screen.getByRole('group')).toHaveAccessibleDescription('The code is wrong');
  expect(cells[0]).toBeInvalid();
});

test('every cell of a disabled code input is disabled', () => {
  const { cells } = setup({ disabled: true });
  for (const cell of cells) expect(cell).toBeDisabled();
});

test('a key that still reaches a disabled cell does nothing', () => {
  const onEnter = vi.fn();
  const { cells, onValue } = setup({ disabled: true, onEnter }, '123456');
  fireEvent.keyDown(cells[5]!, { key: 'Enter' });
  fireEvent.keyDown(cells[5]!, { key: '7' });
  expect(onEnter).not.toHaveBeenCalled();
  expect(onValue).not.toHaveBeenCalled();
});

test('the first cell of a code input has the focus with autoFocus', () => {
  const { cells } = setup({ autoFocus: true });
  expect(cells[0]).toHaveFocus();
});

test('a code is sent by itself after its last digit, once', async () => {
  const onComplete = vi.fn();
  const { user, cells } = setup({ onComplete });
  await user.click(cells[0]!);
  await user.keyboard('12345');
  expect(onComplete).not.toHaveBeenCalled();
  await user.keyboard('6');
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456');
  await user.keyboard('{ArrowLeft}{ArrowRight}6');
  expect(onComplete).toHaveBeenCalledOnce();
});

test('a pasted code is sent by itself', async () => {
  const onComplete = vi.fn();
  const { user, cells } = setup({ onComplete });
  await user.click(cells[3]!);
  await user.paste('98-76 54');
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('987654');
});

test('a refused code is sent again only when another one was typed to its end or pasted', async () => {
  const onComplete = vi.fn();
  const { user, cells } = setup({ onComplete }, '123456');
  await user.click(cells[0]!);
  await user.keyboard('65432');
  expect(onComplete).not.toHaveBeenCalled();
  await user.keyboard('1');
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('654321');
  await user.paste('654321');
  expect(onComplete).toHaveBeenCalledOnce();
  await user.paste('111111');
  expect(onComplete).toHaveBeenLastCalledWith('111111');
});

test('a code that ends like the refused one is sent by itself after its last digit', async () => {
  const onComplete = vi.fn();
  const { user, cells } = setup({ onComplete }, '000000');
  await user.click(cells[0]!);
  await user.keyboard('12345');
  expect(onComplete).not.toHaveBeenCalled();
  await user.keyboard('0');
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('123450');
});

test('a code is sent by itself when its last gap is filled', async () => {
  const onComplete = vi.fn();
  const { user, cells } = setup({ onComplete }, '12 456');
  await user.click(cells[2]!);
  await user.keyboard('3');
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456');
});

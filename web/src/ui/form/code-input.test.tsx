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

test.each<[string, Partial<CodeInputProps>, string, number, string, string, number]>([
  ['digits move the focus on, and other keys are ignored', {}, '', 0, '1a2-3', '123___', 3],
  ['letters become uppercase in text mode', { mode: 'text' }, '', 0, 'a1!bz', 'A1BZ__', 4],
  ['a filled cell is replaced', {}, '123456', 1, '9', '193456', 2],
  ['the same digit moves the focus on too', {}, '123456', 2, '3', '123456', 3],
  ['Delete clears a cell and stays in it', {}, '123456', 0, '{Delete}', '_23456', 0],
])('keys in a code input: %s', async (_, props, start, cell, keys, code, focus) => {
  const { user, cells, shown } = setup(props, start);
  expect(cells[0]).toHaveAttribute('inputmode', props.mode ?? 'numeric');
  await user.click(cells[cell]!);
  await user.keyboard(keys);
  expect(shown()).toBe(code);
  expect(cells[focus]).toHaveFocus();
});

test.each([
  ['whole code fills all cells, wherever the cursor is', '', 3, '98-76 54', '987654', 5],
  ['part is filled in from the cursor on', '12', 2, '3 4', '1234', 4],
])('a pasted %s', async (_, start, cell, pasted, code, focus) => {
  const onComplete = vi.fn();
  const { user, cells, shown, onValue } = setup({ onComplete }, start);
  await user.click(cells[cell]!);
  await user.paste(pasted);
  expect(shown()).toBe(code.padEnd(6, '_'));
  expect(onValue).toHaveBeenLastCalledWith(code);
  expect(cells[focus]).toHaveFocus();
  expect(onComplete.mock.calls).toEqual(isCodeComplete(code) ? [[code]] : []);
});

test("a phone's autofill can put the whole code into the first cell", () => {
  const { cells, shown } = setup();
  expect(cells[0]).toHaveAttribute('autocomplete', 'one-time-code');
  // Autofill is one input event with the whole text, not a paste.
  fireEvent.input(cells[0]!, { target: { value: '246810' } });
  expect(shown()).toBe('246810');
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

test('arrow keys, Home, and End move the focus without changing the code', async () => {
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

test('no cell of a disabled code input accepts a key', () => {
  const onEnter = vi.fn();
  const { cells, onValue } = setup({ disabled: true, onEnter }, '123456');
  for (const cell of cells) expect(cell).toBeDisabled();
  fireEvent.keyDown(cells[5]!, { key: 'Enter' });
  fireEvent.keyDown(cells[5]!, { key: '7' });
  expect(onEnter).not.toHaveBeenCalled();
  expect(onValue).not.toHaveBeenCalled();
});

test('the first cell of a code input has focus at first', () => {
  const { cells } = setup();
  expect(cells[0]).toHaveFocus();
});

test.each([
  ['its last digit', '', 0, '12345', '6', '123456'],
  [
    'its last digit, even if a refused code ended the same way',
    '000000',
    0,
    '12345',
    '0',
    '123450',
  ],
  ['its last gap is filled', '12 456', 2, '', '3', '123456'],
])('a code is submitted automatically once, after %s', async (_, start, cell, keys, last, code) => {
  const onComplete = vi.fn();
  const { user, cells } = setup({ onComplete }, start);
  await user.click(cells[cell]!);
  if (keys) await user.keyboard(keys);
  expect(onComplete).not.toHaveBeenCalled();
  await user.keyboard(last);
  expect(onComplete).toHaveBeenCalledExactlyOnceWith(code);
  await user.keyboard(`{End}${code.at(-1)}`);
  expect(onComplete).toHaveBeenCalledOnce();
});

test('a refused code is submitted again only after another one was typed to its end or pasted', async () => {
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

import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react';
import classes from './code-input.module.css';
import {
  type CodeMode,
  codeCells,
  codeCharacters,
  codeValue,
  fillCells,
} from './code-input.rules.ts';

/** A code's value may hold spaces for empty cells in front of filled ones: see `isCodeComplete`. */
export interface CodeInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onEnter?: (() => void) | undefined;
  length?: number;
  mode?: CodeMode;
  disabled?: boolean | undefined;
  error?: string | null | undefined;
  autoFocus?: boolean;
}

function useCells(props: CodeInputProps) {
  const { value, onChange, length = 6, mode = 'numeric' } = props;
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const cells = codeCells(value, length);

  const focus = (index: number) => {
    const input = inputs.current[Math.max(0, Math.min(index, length - 1))];
    input?.focus();
    input?.select();
  };
  const insert = (index: number, text: string) => {
    const characters = codeCharacters(text, mode);
    // A whole code belongs at the front, wherever the cursor was.
    const from = characters.length >= length ? 0 : index;
    if (!characters) return;
    onChange(codeValue(fillCells(cells, from, characters)));
    focus(from + characters.length);
  };
  const clear = (index: number) =>
    onChange(codeValue(cells.map((cell, i) => (i === index ? '' : cell))));
  return { inputs, cells, focus, insert, clear, length, mode };
}

type Cells = ReturnType<typeof useCells>;

function pressKey(cells: Cells, index: number, event: KeyboardEvent, onEnter?: () => void): void {
  const actions: Record<string, () => void> = {
    ArrowLeft: () => cells.focus(index - 1),
    ArrowRight: () => cells.focus(index + 1),
    Home: () => cells.focus(0),
    End: () => cells.focus(cells.length - 1),
    Delete: () => cells.clear(index),
    Backspace: () => {
      if (cells.cells[index]) return cells.clear(index);
      if (index > 0) cells.clear(index - 1);
      cells.focus(index - 1);
    },
    Enter: () => onEnter?.(),
  };
  // Typing the digit that stands there already is no change for React, but must move on.
  const insert = () => cells.insert(index, event.key);
  const action = event.key.length === 1 ? insert : actions[event.key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  action();
}

/** A one-time code in single cells: typing, pasting and a phone's autofill all end in the right cells. */
export function CodeInput(props: CodeInputProps) {
  const { label, disabled, error, autoFocus, onEnter } = props;
  const cells = useCells(props);
  const errorId = useId();
  const word = cells.mode === 'numeric' ? 'Digit' : 'Character';

  const change = (index: number) => (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.target.value;
    const old = cells.cells[index] ?? '';
    if (!typed) return cells.clear(index);
    // The new character may stand before or after the old one, as the caret was.
    const added = typed.length === 2 && old && typed.includes(old) ? typed.replace(old, '') : typed;
    cells.insert(index, added);
  };
  const paste = (index: number) => (event: ClipboardEvent) => {
    event.preventDefault();
    cells.insert(index, event.clipboardData.getData('text'));
  };

  return (
    <fieldset className={classes.group} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.cells}>
        {cells.cells.map((cell, i) => (
          <input
            // biome-ignore lint: a cell is its position
            key={i}
            ref={(node) => {
              cells.inputs.current[i] = node;
            }}
            className={classes.cell}
            value={cell}
            aria-label={`${word} ${i + 1} of ${cells.length}`}
            aria-invalid={error ? true : undefined}
            inputMode={cells.mode === 'numeric' ? 'numeric' : 'text'}
            autoComplete={i === 0 ? 'one-time-code' : 'off'}
            autoCapitalize={cells.mode === 'text' ? 'characters' : 'off'}
            spellCheck={false}
            disabled={disabled}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for where the step just appeared
            autoFocus={autoFocus === true && i === 0}
            onChange={change(i)}
            onPaste={paste(i)}
            onKeyDown={(event) => pressKey(cells, i, event, onEnter)}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
      {error ? (
        <p id={errorId} className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react';
import classes from './code-input.module.css';
import {
  type CodeMode,
  codeCells,
  codeCharacters,
  codeValue,
  completesCode,
  fillCells,
  isCodeComplete,
} from './code-input.rules.ts';

/** A code's value may have spaces for empty cells before filled ones: see `isCodeComplete`. */
export interface CodeInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onEnter?: (() => void) | undefined;
  /** Submits a code automatically once it's complete, but not the same one twice in a row. */
  onComplete?: ((code: string) => void) | undefined;
  length?: number;
  mode?: CodeMode;
  disabled?: boolean | undefined;
  error?: string | null | undefined;
  /** A new object for each refusal of the code: the first cell takes focus, and typing replaces the old code. */
  refused?: object | null;
}

function useCells(props: CodeInputProps) {
  const { value, onChange, onComplete, length = 6, mode = 'numeric' } = props;
  const row = useRef<HTMLDivElement>(null);
  const cells = codeCells(value, length);
  // The submitted code, while the cells are full: one that is typed over it may match it until its last digit.
  const lastSent = useRef(value);

  const focus = (index: number) => {
    const inputs = row.current?.querySelectorAll('input');
    const input = inputs?.[Math.max(0, Math.min(index, length - 1))];
    input?.focus();
    input?.select();
  };
  const insert = (index: number, text: string) => {
    const characters = codeCharacters(text, mode, length);
    // A complete code starts in the first cell, wherever the cursor was.
    const from = characters.length >= length ? 0 : index;
    if (!characters) return;
    const next = codeValue(fillCells(cells, from, characters));
    const end = from + characters.length;
    onChange(next);
    focus(end);
    if (!isCodeComplete(value, length)) lastSent.current = '';
    if (next === lastSent.current || !completesCode(value, next, { end, length })) return;
    lastSent.current = next;
    onComplete?.(next);
  };
  const clear = (index: number) =>
    onChange(codeValue(cells.map((cell, i) => (i === index ? '' : cell))));
  return { row, cells, focus, insert, clear, length, mode };
}

type Cells = Omit<ReturnType<typeof useCells>, 'row'>;

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
  // Typing the same digit isn’t a change for React, but must move on.
  const insert = () => cells.insert(index, event.key);
  const action = event.key.length === 1 ? insert : actions[event.key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  action();
}

// The new character may be before or after the old one, depending on the caret.
function typedText(value: string, old: string): string {
  return value.length === 2 && old && value.includes(old) ? value.replace(old, '') : value;
}

function Cell(props: CodeInputProps & { cells: Cells; index: number }) {
  const { cells, index, disabled, error, onEnter } = props;
  // A complete code is replaced by typing.
  const first = Math.max(0, cells.cells.indexOf(''));
  const numeric = cells.mode === 'numeric';
  const value = cells.cells[index] ?? '';
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value;
    if (text) cells.insert(index, typedText(text, value));
    else cells.clear(index);
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    cells.insert(index, event.clipboardData.getData('text'));
  };
  return (
    <input
      className={classes.cell}
      value={value}
      aria-label={`${numeric ? 'Digit' : 'Character'} ${index + 1} of ${cells.length}`}
      aria-invalid={error ? true : undefined}
      inputMode={numeric ? 'numeric' : 'text'}
      autoComplete={index === 0 ? 'one-time-code' : 'off'}
      autoCapitalize={numeric ? 'off' : 'characters'}
      spellCheck={false}
      disabled={disabled}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step with the code has just appeared
      autoFocus={index === first}
      // A dialog would focus its first field.
      data-autofocus={index === first || undefined}
      onChange={change}
      onPaste={paste}
      // A browser leaves focus on a cell that was just disabled until it paints: Enter would submit the code again.
      onKeyDown={(event) => (disabled ? undefined : pressKey(cells, index, event, onEnter))}
      onFocus={(event) => event.target.select()}
    />
  );
}

/** A one-time code in single cells: typing, pasting, and a phone's autofill fill the right cells. */
export function CodeInput(props: CodeInputProps) {
  const { label, error, refused } = props;
  const { row, ...cells } = useCells(props);
  const focusFirst = useEffectEvent(() => cells.focus(0));
  useEffect(() => {
    if (refused) focusFirst();
  }, [refused]);
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className={classes.label}>{label}</legend>
      <div ref={row} className={classes.cells}>
        {cells.cells.map((_, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- the index is the cell's position
          <Cell key={i} {...props} cells={cells} index={i} />
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

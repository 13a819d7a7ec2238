import type { FormEvent } from 'react';
import { useState } from 'react';
import { formatCount } from '../../kernel/format.ts';
import { Button } from '../form/button.tsx';
import type { NumberRules } from '../form/number-input.rules.ts';
import { numberProblem, parseNumber } from '../form/number-input.rules.ts';
import { NumberInput } from '../form/number-input.tsx';
import classes from './pager.module.css';
import type { PageTurning } from './use-page-in-range.ts';
import { usePageInRange } from './use-page-in-range.ts';

/** From this many pages on, a page can be opened by number. */
const minPagesToJump = 4;

/** The pages of a list, with its total; renders nothing for a single page. */
export function Pager(props: PageTurning) {
  const { label, page, list, size, onPage } = props;
  const last = usePageInRange(props);
  const count = list.data?.count ?? 0;
  if (last === 1 || page > last) return null;
  const rows = `${formatCount((page - 1) * size + 1)}–${formatCount(Math.min(page * size, count))}`;
  const turn = (text: string, to: number) => (
    <Button
      variant="default"
      disabled={to === page || to < 1 || to > last}
      onClick={() => onPage(to)}
    >
      {text}
    </Button>
  );
  const canJump = last >= minPagesToJump;
  return (
    <nav className={classes.pager} aria-label={`${label}, pages`}>
      <span className={classes.total}>
        {props.isCountExact === false ? null : `${rows} of ${formatCount(count)}`}
      </span>
      {canJump ? <JumpToPage key={page} last={last} onPage={onPage} /> : null}
      {canJump ? turn('First', 1) : null}
      {turn('Previous', page - 1)}
      <span className={classes.where} role="status">
        Page {formatCount(page)} of {formatCount(last)}
      </span>
      {turn('Next', page + 1)}
      {canJump ? turn('Last', last) : null}
    </nav>
  );
}

function JumpToPage({ last, onPage }: { last: number; onPage: (page: number) => void }) {
  const [input, setInput] = useState('');
  const [isTried, setIsTried] = useState(false);
  const rules: NumberRules = { min: 1, max: last, isOptional: true };
  const problem = numberProblem(input, rules);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    const page = parseNumber(input, rules);
    if (page !== null && !problem) onPage(page);
  };
  return (
    <form className={classes.jump} onSubmit={submit} noValidate>
      <NumberInput
        ariaLabel="Page number"
        placeholder="Page"
        rules={rules}
        value={input}
        onChange={setInput}
        error={isTried ? problem : undefined}
      />
      <Button variant="default" type="submit">
        Go
      </Button>
    </form>
  );
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount } from '../../kernel/format.ts';
import { Button } from '../form/button.tsx';
import classes from './pager.module.css';
import type { PageTurning } from './use-page-in-range.ts';
import { usePageInRange } from './use-page-in-range.ts';

/** The foot of a list's card: which rows of how many, and the pages beside it; nothing for a single page. */
export function Pager(props: PageTurning) {
  return <Pages {...props} last={usePageInRange(props)} />;
}

/** The same within something that an empty list doesn't render: the caller keeps its page in range. */
export function Pages(props: PageTurning & { last: number }) {
  const { label, page, list, size, last, onPage } = props;
  const count = list.data?.count ?? 0;
  if (last === 1 || page > last) return null;
  const rows = `${formatCount((page - 1) * size + 1)}–${formatCount(Math.min(page * size, count))}`;
  const turn = (name: string, Icon: typeof ChevronLeft, to: number) => (
    <Button
      variant="subtle"
      size="md"
      px="sm"
      aria-label={name}
      disabled={to < 1 || to > last}
      onClick={() => onPage(to)}
    >
      <Icon size={18} aria-hidden />
    </Button>
  );
  return (
    <nav className={classes.pager} aria-label={`${label}, pages`}>
      <span role="status">
        {props.isCountExact === false
          ? `Page ${formatCount(page)} of ${formatCount(last)}`
          : `${rows} of ${formatCount(count)}`}
      </span>
      {turn('Previous', ChevronLeft, page - 1)}
      {turn('Next', ChevronRight, page + 1)}
    </nav>
  );
}

import { pageCount } from '@lotkeeper/contract/kernel/paging';
import { Button } from './button.tsx';
import classes from './pager.module.css';

/** Turns the pages of a list; nothing where there is only one. Pages count from 1. */
export function Pager(props: {
  /** Names the list, such as 'Payouts'. */
  label: string;
  page: number;
  count: number;
  size: number;
  onPage: (page: number) => void;
}) {
  const { label, page, count, size, onPage } = props;
  const last = pageCount(count, size);
  if (last === 1) return null;
  return (
    <nav className={classes.pager} aria-label={`${label}, pages`}>
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className={classes.where} role="status">
        Page {page} of {last}
      </span>
      <Button variant="default" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

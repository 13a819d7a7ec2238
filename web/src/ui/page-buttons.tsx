import { pageCount } from '@lotkeeper/contract/kernel/paging';
import { Button } from './button.tsx';
import { pagesAround } from './page-buttons.rules.ts';
import classes from './pager.module.css';

/** Turns the pages of a list by their numbers, at most three of them; nothing where there is only one page. */
export function PageButtons(props: {
  /** Names the list, such as 'Sessions'. */
  label: string;
  page: number;
  count: number;
  size: number;
  onPage: (page: number) => void;
}) {
  const { label, page, count, size, onPage } = props;
  const last = pageCount(count, size);
  if (last === 1 && page === 1) return null;
  return (
    <nav className={classes.pager} aria-label={`${label}, pages`}>
      {pagesAround(page, last).map((one) => (
        <Button
          key={one}
          size="md"
          variant={one === page ? 'filled' : 'default'}
          aria-label={`Page ${one} of ${last}`}
          aria-current={one === page ? 'page' : undefined}
          onClick={() => onPage(one)}
        >
          {one}
        </Button>
      ))}
    </nav>
  );
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';
import classes from './pager.module.css';

/** The way to the pages before and after; nothing where there is one page only. */
export function Pager(props: { page: number; pages: number; onPage: (page: number) => void }) {
  const { page, pages, onPage } = props;
  if (pages <= 1) return null;
  return (
    <nav className={classes.pager} aria-label="Pages">
      <Button
        variant="default"
        size="compact-md"
        leftSection={<ChevronLeft size={16} aria-hidden />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Previous
      </Button>
      <span className="ui-numbers" aria-live="polite">
        Page {page} of {pages}
      </span>
      <Button
        variant="default"
        size="compact-md"
        rightSection={<ChevronRight size={16} aria-hidden />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}

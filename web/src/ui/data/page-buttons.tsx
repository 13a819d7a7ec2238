import { Button } from '../form/button.tsx';
import { pagesAround } from './page-buttons.rules.ts';
import classes from './pager.module.css';
import type { PageTurning } from './use-page-in-range.ts';
import { usePageInRange } from './use-page-in-range.ts';

/** Page buttons of a list, up to three; renders nothing for a single page. */
export function PageButtons(props: PageTurning) {
  const { label, page, onPage } = props;
  const last = usePageInRange(props);
  if (last === 1 || page > last) return null;
  return (
    <nav className={classes.pager} aria-label={`${label}, pages`}>
      {pagesAround(page, last).map((number) => (
        <Button
          key={number}
          size="md"
          variant={number === page ? 'filled' : 'default'}
          aria-label={`Page ${number} of ${last}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </Button>
      ))}
    </nav>
  );
}

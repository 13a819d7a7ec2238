import { Loader } from '@mantine/core';
import classes from './page.module.css';

/** Fills the window until there's something to show. */
export function Loading() {
  return (
    <output className={classes.loading}>
      <Loader size="sm" />
      <span className="ui-hidden">Loading…</span>
    </output>
  );
}

import '@mantine/core/styles/Loader.layer.css';
import { Loader } from '@mantine/core';
import classes from './page.module.css';

/** Fills the window while it is not yet known what to show. */
export function Loading() {
  return (
    <div className={classes.loading} role="status">
      <Loader size="sm" />
      <span className="ui-hidden">Loading…</span>
    </div>
  );
}

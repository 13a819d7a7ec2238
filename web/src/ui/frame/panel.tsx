import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

export interface PanelProps {
  title?: ReactNode;
  actions?: ReactNode;
  /** No padding, for tables that reach the border. */
  flush?: boolean;
  children: ReactNode;
}

/** A card with a thin border, a heading that names the region, and room for actions. */
export function Panel({ title, actions, flush = false, children }: PanelProps) {
  const titleId = useId();
  return (
    <section className={classes.panel} aria-labelledby={title ? titleId : undefined}>
      {title || actions ? (
        <div className={classes.header}>
          {title ? (
            <h2 id={titleId} className={classes.title}>
              {title}
            </h2>
          ) : null}
          {actions ? <div className={classes.actions}>{actions}</div> : null}
        </div>
      ) : null}
      <div className={`${classes.body} ${flush ? classes.flush : ''}`} data-flush={flush}>
        {children}
      </div>
    </section>
  );
}

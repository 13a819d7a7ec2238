import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

export interface PanelProps {
  title?: ReactNode;
  /** Heading level of the title; 2 unless the panel stands inside another. */
  level?: 2 | 3 | 4;
  actions?: ReactNode;
  /** No padding, for tables that reach the border. */
  flush?: boolean;
  children: ReactNode;
}

/** A card with a thin border, a heading that names the region and room for actions. */
export function Panel({ title, level = 2, actions, flush = false, children }: PanelProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={classes.panel} aria-labelledby={title ? titleId : undefined}>
      {title || actions ? (
        <div className={classes.header}>
          {title ? (
            <Heading id={titleId} className={classes.title}>
              {title}
            </Heading>
          ) : null}
          {actions ? <div className={classes.actions}>{actions}</div> : null}
        </div>
      ) : null}
      <div className={`${classes.body} ${flush ? classes.flush : ''}`}>{children}</div>
    </section>
  );
}

import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { PageHeader } from './page-header.tsx';
import classes from './public-page.module.css';

/** A page for people without an account: our mark, the page's header, and panels below one another. */
export function PublicPage(props: {
  title: string;
  subtitle: string;
  /** Beside our mark. */
  beside?: ReactNode;
  children: ReactNode;
}) {
  const { title, subtitle, beside, children } = props;
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Brand />
        {beside ? <div className="ui-screen">{beside}</div> : null}
      </div>
      <PageHeader title={title} subtitle={subtitle} />
      <div className="ui-stack ui-wrap">{children}</div>
    </main>
  );
}

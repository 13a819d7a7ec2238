import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { PageHeader } from './page-header.tsx';
import classes from './public-page.module.css';

/** A page for people without an account: our mark, the page's header, and panels below one another. */
export function PublicPage(props: { title: string; subtitle: string; children: ReactNode }) {
  const { title, subtitle, children } = props;
  return (
    <main className={classes.page}>
      <p className={classes.brand}>
        <Brand />
      </p>
      <PageHeader title={title} subtitle={subtitle} />
      <div className={classes.stack}>{children}</div>
    </main>
  );
}

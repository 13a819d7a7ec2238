import type { ReactNode } from 'react';
import { createContext, use } from 'react';
import classes from './panel.module.css';

const PageStatusContext = createContext<ReactNode>(null);

/** Hands pages what each says once beside its title, such as the time of its figures. */
export const PageStatusProvider = PageStatusContext.Provider;

/** Where a page’s header says it. */
export function PageStatus() {
  return <div className={classes.pageStatus}>{use(PageStatusContext)}</div>;
}

interface PageHeaderProps {
  title: string;
  /** Of the browser's tab; absent = the page's. */
  tabTitle?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** The top of every page: its one h1, a line below and the page's actions. */
export function PageHeader(props: PageHeaderProps) {
  return (
    <header className={classes.pageHeader}>
      <title>{props.tabTitle ?? `${props.title} · Lotkeeper`}</title>
      <div>
        <h1 className={classes.pageTitle}>{props.title}</h1>
        {props.subtitle ? <p className={classes.subtitle}>{props.subtitle}</p> : null}
      </div>
      <PageStatus />
      {props.actions ? <div className={classes.actions}>{props.actions}</div> : null}
    </header>
  );
}

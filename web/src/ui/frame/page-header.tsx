import type { ReactNode } from 'react';
import { createContext, use } from 'react';
import { SharedFailure } from '../data/failures.tsx';
import classes from './panel.module.css';

const PagePartsContext = createContext<{ status?: ReactNode; tabs?: ReactNode }>({});

/** Provides each page's status, such as the time of its figures, and the links to its sister pages. */
export const PagePartsProvider = PagePartsContext.Provider;

/** Shows the status in a page’s header, after what the page is about. */
export function PageStatus() {
  return <span className={classes.status}>{use(PagePartsContext).status}</span>;
}

const PlaceContext = createContext('');

/** Provides what the pages within are about, such as a property’s name, for their tabs’ titles. */
export const PlaceProvider = PlaceContext.Provider;

/** The title of the browser's tab: the page, and what it's about. */
export function TabTitle({ children: title }: { children: string }) {
  const placeName = use(PlaceContext);
  return <title>{[title, placeName, 'Lotkeeper'].filter(Boolean).join(' · ')}</title>;
}

interface PageHeaderProps {
  title: string;
  /** The browser tab's title; absent = the page's. */
  tabTitle?: string;
  subtitle?: ReactNode;
  /** What the page is about and its days, if these can be chosen. */
  filters?: ReactNode;
  actions?: ReactNode;
}

/** The top of every page: its only h1, a line below it, its filters and actions, and its sister pages. */
export function PageHeader(props: PageHeaderProps) {
  return (
    <>
      <header className={classes.pageHeader}>
        {props.tabTitle ? <title>{props.tabTitle}</title> : <TabTitle>{props.title}</TabTitle>}
        <div>
          <h1 className={classes.pageTitle}>{props.title}</h1>
          <p className={classes.subtitle}>
            {props.subtitle ? <span>{props.subtitle}</span> : null}
            <PageStatus />
          </p>
        </div>
        {props.filters ? <div className={classes.filters}>{props.filters}</div> : null}
        {props.actions ? <div className={classes.actions}>{props.actions}</div> : null}
        {use(PagePartsContext).tabs}
      </header>
      <SharedFailure />
    </>
  );
}

import type { AnyRouter } from '@tanstack/react-router';
import { ApiError } from '../../kernel/api.ts';
import { settings } from '../../kernel/settings.ts';

/** The page that reports are about. Only one with a router has navigations to trace. */
export interface ReportedPage {
  router: AnyRouter | null;
  /** The patterns of routes by what the library calls them. */
  routes: ReadonlyMap<string, string>;
  /** The pattern of the current route. */
  findRoute: () => string;
}

type Capture = (error: unknown) => void;

const maxHeldErrors = 10;
/** Maximum reports from a page that keeps failing. */
const maxReports = 30;

const queue: unknown[] = [];
let capture: Capture = (error) => {
  if (queue.length < maxHeldErrors) queue.push(error);
};
let reports = 0;

/** Whether an error is the page's own: the server reports refused and failed calls, and aborts are intended. */
const isOwnError = (error: unknown) =>
  !(error instanceof ApiError) &&
  !(error instanceof DOMException && error.name === 'AbortError') &&
  error !== null &&
  error !== undefined;

/** Reports an error that a page threw; undefined when reporting is off. */
export const reportPageError: Capture | undefined = settings.error_reporting_dsn
  ? (error) => {
      if (!isOwnError(error) || reports >= maxReports) return;
      reports += 1;
      capture(error);
    }
  : undefined;

/** Loads the library if the installation reports errors; errors thrown before that are queued. */
export function startErrorReports(page: ReportedPage): void {
  const dsn = settings.error_reporting_dsn;
  if (!dsn || !reportPageError) return;
  addEventListener('error', ({ error }) => reportPageError?.(error));
  addEventListener('unhandledrejection', ({ reason }) => reportPageError?.(reason));
  import('./sentry.ts').then(
    ({ startSentry }) => {
      capture = startSentry(dsn, page);
      for (const error of queue.splice(0)) capture(error);
    },
    () => undefined,
  );
}

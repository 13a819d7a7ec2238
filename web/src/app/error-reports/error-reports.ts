import type { AnyRouter } from '@tanstack/react-router';
import { ApiError } from '../../kernel/api.ts';
import { settings } from '../../kernel/settings.ts';

type Capture = (error: unknown) => void;

const maxHeldErrors = 10;
/** A page that fails again and again is reported this often. */
const maxReports = 30;

const held: unknown[] = [];
let capture: Capture = (error) => {
  if (held.length < maxHeldErrors) held.push(error);
};
let reports = 0;

/** Whether an error is the page's own: refused and failed calls are the server's to report, and an abort is meant. */
const isOwnError = (error: unknown) =>
  !(error instanceof ApiError) &&
  !(error instanceof DOMException && error.name === 'AbortError') &&
  error !== null &&
  error !== undefined;

/** Reports an error that a page threw; undefined where errors aren't reported. */
export const reportPageError: Capture | undefined = settings.error_reporting_dsn
  ? (error) => {
      if (!isOwnError(error) || reports >= maxReports) return;
      reports += 1;
      capture(error);
    }
  : undefined;

/** Loads the library when the installation reports errors; what is thrown before it is there is held. */
export function startErrorReports(router: AnyRouter): void {
  const dsn = settings.error_reporting_dsn;
  if (!dsn || !reportPageError) return;
  addEventListener('error', ({ error }) => reportPageError?.(error));
  addEventListener('unhandledrejection', ({ reason }) => reportPageError?.(reason));
  import('./sentry.ts').then(
    ({ startSentry }) => {
      capture = startSentry(dsn, router);
      for (const error of held.splice(0)) capture(error);
    },
    () => undefined,
  );
}

/** Where an unhandled error happened: in a call, in a job, or in the process. */
export type ErrorPlace =
  | { kind: 'call'; method: string; route: string }
  | { kind: 'job'; name: string }
  | { kind: 'process'; fault: string };

/** A call that has been answered. */
export interface AnsweredCall {
  method: string;
  /** The route's pattern, never the path. */
  route: string;
  status: number;
  milliseconds: number;
}

/** Sends errors and traces to the error-reporting service. Nothing here throws, and nobody waits for it. */
export interface ErrorReports {
  /** Returns the id that the service shows for the error; undefined when it isn't sent. */
  report(error: unknown, place: ErrorPlace): string | undefined;
  traceCall(call: AnsweredCall): void;
  /** Waits briefly for pending reports. */
  close(): Promise<void>;
}

export const noErrorReports: ErrorReports = {
  report: () => undefined,
  traceCall: () => undefined,
  close: async () => undefined,
};

/** Opens error reporting; the library is loaded only if there is a DSN. */
export async function openErrorReports(dsn: string | undefined): Promise<ErrorReports> {
  if (dsn === undefined) return noErrorReports;
  const { createErrorReports } = await import('./sentry-reports.ts');
  return createErrorReports(dsn);
}

/** Where an unhandled error happened: in a call, in a job, or in the process. */
export type ErrorPlace =
  | { kind: 'call'; method: string; route: string }
  | { kind: 'job'; name: string }
  | { kind: 'process'; fault: string };

/** A call that was answered. */
export interface AnsweredCall {
  method: string;
  /** The pattern of the route, never the path. */
  route: string;
  status: number;
  milliseconds: number;
}

/** Sends errors and traces to the error-reporting service. Nothing here throws, and nobody waits for it. */
export interface ErrorReports {
  /** Returns the id under which the service shows the error; undefined when it isn't sent. */
  report(error: unknown, place: ErrorPlace): string | undefined;
  traceCall(call: AnsweredCall): void;
  /** Waits a short time for what is being sent. */
  close(): Promise<void>;
}

export const noErrorReports: ErrorReports = {
  report: () => undefined,
  traceCall: () => undefined,
  close: async () => undefined,
};

/** Loads the library only where errors are reported. */
export async function openErrorReports(dsn: string | undefined): Promise<ErrorReports> {
  if (dsn === undefined) return noErrorReports;
  const { createErrorReports } = await import('./sentry-reports.ts');
  return createErrorReports(dsn);
}

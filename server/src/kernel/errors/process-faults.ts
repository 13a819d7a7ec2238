/** Logs faults outside any request, each kind with its count since the process started. */
export function createFaultReporter(write: (line: string) => void) {
  const counts = new Map<string, number>();
  return (kind: string, error: unknown): void => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const stack = error instanceof Error ? (error.stack ?? String(error)) : typeof error;
    write(`Fault (${kind}, ${count} so far): ${stack}`);
  };
}

/**
 * Keeps the process running after an unhandled rejection: only a promise that nobody waited for is
 * lost. An uncaught exception may have left anything half done, so the process shuts down cleanly
 * and a supervisor restarts it.
 */
export function watchProcessFaults(
  report: (kind: string, error: unknown) => void,
  stop: () => void,
): void {
  process.on('unhandledRejection', (error) => report('unhandled rejection', error));
  process.on('uncaughtException', (error) => {
    report('uncaught exception', error);
    stop();
  });
}

/** The server's exit codes for a refused start, from sysexits.h: scripts/supervisor.mjs has the same two. */
export const startExitCodes = { lasting: 78, passing: 75 };

/**
 * Keeps the server from starting; its message is one sentence that says what to do. A restarted
 * server tries again after a `passing` one: a port still in use, a database not up yet.
 */
export class StartError extends Error {
  override name = 'StartError';
  readonly exitCode: number;

  constructor(message: string, kind: keyof typeof startExitCodes = 'passing') {
    super(message);
    this.exitCode = startExitCodes[kind];
  }
}

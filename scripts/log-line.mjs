import { hostname } from 'node:os';

/** A line of the supervisor in the format of the server's log, which server/src/kernel/log writes. */
export function formatSupervisorLine(line, { setting, isTerminal, now }) {
  const isPretty = setting === 'pretty' || (setting !== 'json' && isTerminal);
  if (isPretty) return line;
  const origin = { level: 50, time: now, pid: process.pid, hostname: hostname() };
  return JSON.stringify({ ...origin, msg: line });
}

import { hostname } from 'node:os';

/** Formats a line of the supervisor like the server's log; see server/src/kernel/log. */
export function formatSupervisorLine(line, { setting, isTerminal, now }) {
  const isPretty = setting === 'pretty' || (setting !== 'json' && isTerminal);
  if (isPretty) return line;
  const origin = { level: 50, time: now, pid: process.pid, hostname: hostname() };
  return JSON.stringify({ ...origin, msg: line });
}

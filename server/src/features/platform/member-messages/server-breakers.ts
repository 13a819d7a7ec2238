import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Clock } from '../../../kernel/clock.ts';

/** After this many failures in a row a server is probably down, and the process leaves it alone for a minute. */
const maxFailures = 3;
/** Push services are whatever browsers say, so their number has a limit. */
const maxServers = 1000;

/** Counts failures in a row of each server that messages are sent by, over all organizations. */
export function openServerBreakers(clock: Clock) {
  const servers = new Map<string, { failures: number; failedAt: Instant }>();
  return {
    /** When a server may be tried again; null = now. */
    findPause(server: string): Instant | null {
      const { failures, failedAt } = servers.get(server) ?? { failures: 0, failedAt: clock() };
      const until = instant(failedAt + minuteMs);
      return failures >= maxFailures && clock() < until ? until : null;
    },
    note(server: string, hasFailed: boolean): void {
      if (servers.size >= maxServers) servers.clear();
      // After the pause, one failure is enough for the next.
      const failures = (servers.get(server)?.failures ?? 0) + 1;
      if (hasFailed) servers.set(server, { failures, failedAt: clock() });
      else servers.delete(server);
    },
  };
}

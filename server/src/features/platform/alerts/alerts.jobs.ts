import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import { endIdleDevices } from '../../../records/platform/push-devices.ts';
import { deleteOldAlerts, forgetFormerMembers } from './alerts.queries.ts';
import type { AlertDeps } from './decide-alerts.ts';
import { decideAlerts } from './decide-alerts.ts';
import type { Detector } from './problem.ts';

/** How often everything is looked at. */
const lookMs = 30_000;

/** Looks at everything. */
function makeAlertDecider(deps: AlertDeps & { clock: Clock; detectors: readonly Detector[] }) {
  let isLooking = false;
  return async () => {
    // One that takes longer than its interval isn't joined by the next.
    if (isLooking) return;
    isLooking = true;
    await decideAlerts(deps, deps.detectors, deps.clock()).finally(() => {
      isLooking = false;
    });
  };
}

/** Deletes what is old, what people chose who left, and devices that nobody signs in with any more. */
export const makeAlertSweeper =
  ({ sql, clock }: { sql: SqlPool; clock: Clock }) =>
  async () => {
    const ago = (days: number) => instant(clock() - days * dayMs);
    await deleteOldAlerts(sql, { lastYear: ago(365), lastMonth: ago(30), lastDays: ago(7) });
    await forgetFormerMembers(sql);
    await endIdleDevices(sql, ago(90));
  };

export const alertsJobs = [
  handleJob(defineJob('decide_alerts', { every: lookMs }), makeAlertDecider),
  handleJob(defineJob('sweep_alerts', { every: hourMs }), makeAlertSweeper),
];

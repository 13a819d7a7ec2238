import { toIso } from '@lotkeeper/contract/kernel/calendar';
import { listOldZones } from '@lotkeeper/contract/kernel/zone-data';
import { getLiveness, getReadiness } from '@lotkeeper/contract/platform/health';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { ReadinessParts } from './readiness.ts';
import { createReadiness } from './readiness.ts';

/** Health checks for load balancers and monitors. */
export function healthRoutes(serve: Serve, deps: ReadinessParts): void {
  const readiness = createReadiness(deps);
  const oldZones = listOldZones().map(({ zone }) => zone);

  serve(getLiveness, async () => ({ status: 'live' as const }));

  serve(getReadiness, async () => {
    const { failed, backups, setAside, waitingFiles } = await readiness();
    const names = Object.keys(failed);
    const replicas = deps.replicas && { replicas: deps.replicas.listStates() };
    if (names.length === 0)
      return {
        status: 'ready' as const,
        ...replicas,
        ...(backups && { backups }),
        ...(setAside ? { set_aside: setAside } : {}),
        ...(waitingFiles?.since != null
          ? { files_waiting: waitingFiles.count, files_waiting_since: toIso(waitingFiles.since) }
          : {}),
        ...(oldZones.length > 0 ? { old_time_zones: oldZones } : {}),
      };
    throw new Refusal('unavailable', `Not ready: ${names.join(', ')}.`, failed);
  });
}

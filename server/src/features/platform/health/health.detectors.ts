import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { readArchiveTime } from '../../../backup/wal-archive.ts';
import type { Detector, OpenDetectors } from '../alerts/public.ts';

/** The log of the database is archived every few seconds; it is late after this long. */
const lateBackupMs = 15 * minuteMs;

/**
 * A log of the database that isn't archived in time. It's a problem where an Admin is a superuser, who can do something
 * about it. A folder without an archive, or that can't be read, has the same time.
 */
function openBackupDetector(backupDir: string): Detector {
  let missingSince: Instant | null = null;
  return {
    kinds: ['backup_late'],
    async findProblems(sql, now) {
      const until = await readArchiveTime(backupDir);
      missingSince = until === null ? (missingSince ?? now) : null;
      const since = until ?? missingSince ?? now;
      if (now - since < lateBackupMs) return [];
      const organizations = await sql<{ organization_id: number }[]>`
        select distinct a.organization_id from affiliations a join people p on p.pk = a.person_pk
        where p.superuser and a.role = 'ADMIN' and a.type = 'parking'`;
      return organizations.map(({ organization_id }) => ({
        organization_id,
        spot_pk: null,
        kind: 'backup_late' as const,
        subject: 'backup',
        since,
        cost: null,
        facts: { until },
      }));
    },
  };
}

export const healthDetectors: OpenDetectors = ({ backupDir }) =>
  backupDir === undefined ? [] : [openBackupDetector(backupDir)];

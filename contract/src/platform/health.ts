import * as z from 'zod/mini';
import { everybody } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';

/** What must work before a process receives requests. */
export const readinessChecks = ['database', 'migrations', 'jobs', 'disk'] as const;
export type ReadinessCheck = (typeof readinessChecks)[number];

/** Whether reads use a replica of the database. While it is behind or unavailable, they use the primary. */
export const replicaStates = ['in_use', 'behind', 'unavailable'] as const;
export type ReplicaState = (typeof replicaStates)[number];

/** Whether the archive in BACKUP_DIR is up to date, within a minute or two. */
export const backupStates = ['current', 'late'] as const;
export type BackupState = (typeof backupStates)[number];

export const getLiveness = endpoint({
  method: 'GET',
  path: '/api/health/live',
  summary: 'Whether the process answers',
  access: everybody,
  answer: z.object({ status: z.literal('live') }),
  failure: 'Lotkeeper does not answer',
});

export const getReadiness = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  summary: 'Whether the process can serve requests; a 503 names the failed checks in `fields`',
  access: everybody,
  answer: z.object({
    status: z.literal('ready'),
    replicas: z.optional(z.array(z.enum(replicaStates))),
    backups: z.optional(z.enum(backupStates)),
    set_aside: z.optional(z.int()),
    files_waiting: z.optional(z.int()),
    files_waiting_since: z.optional(z.string()),
    old_time_zones: z.optional(z.array(z.string())),
  }),
  failure: 'Lotkeeper is not ready',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  status: 'Always `live`.',
  'getReadiness.status': 'Always `ready`; otherwise the answer is a 503.',
  replicas: 'The state of each read replica; absent without replicas.',
  backups: 'Whether the archive in BACKUP_DIR is current; absent without that setting.',
  set_aside: [
    'How many plate reads and visits couldn’t be paired or judged; the page Cameras lists them. Absent without any.',
    1,
  ],
  files_waiting: [
    'How many files are on this machine’s disk and not yet in the file store of FILES_URL. Absent without any.',
    3,
  ],
  files_waiting_since: [
    'When the oldest of them was stored. Files wait for a second or two while the store works.',
    '2026-06-15T18:59:58.000Z',
  ],
  old_time_zones: [
    'Time zones whose present law this server’s Node doesn’t know; see "Zone data" in docs/time.md. Absent without any.',
    ['America/Vancouver'],
  ],
};

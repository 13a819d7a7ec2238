import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';
import type { Sql } from '../../../kernel/data/database.ts';

/**
 * Something that is wrong now. A problem with the same organization, kind and subject is the same problem until a look
 * no longer finds it.
 */
export interface Problem {
  organization_id: number;
  spot_pk: number | null;
  kind: AlertKind;
  subject: string;
  since: Instant;
  /** What it costs or is worth, in cents; null = unknown. */
  cost: number | null;
  /** What the texts name. */
  facts: Record<string, string | number | null>;
}

/** Finds problems of some kinds. */
export interface Detector {
  kinds: readonly AlertKind[];
  /** Everything that is wrong now, of all organizations, in a fixed number of queries. */
  findProblems(sql: Sql, now: Instant): Promise<Problem[]>;
}

/** What detectors are opened with. */
export interface DetectorDeps {
  /** Where the built-in database is archived, if anywhere. */
  backupDir: string | undefined;
}

/** Opens the detectors of a feature. One with a memory keeps it for the life of the process. */
export type OpenDetectors = (deps: DetectorDeps) => Detector[];

import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';
import type { Sql } from '../../../kernel/data/database.ts';

/**
 * Something that is wrong now. Problems of an organization with the same kind and subject are the same one, until a
 * look no longer finds it.
 */
export interface Problem {
  organization_id: number;
  spot_pk: number | null;
  kind: AlertKind;
  /** Such as `camera 17`. */
  subject: string;
  since: Instant;
  /** What it costs or is worth, in cents; null = unknown. */
  cost: number | null;
  /** What its texts name. */
  facts: Readonly<Record<string, string | number | null>>;
}

/** Finds everything of its kinds that is wrong now, at all organizations, by a fixed number of queries. */
export interface Detector {
  kinds: readonly AlertKind[];
  findProblems(sql: Sql, now: Instant): Promise<Problem[]>;
}

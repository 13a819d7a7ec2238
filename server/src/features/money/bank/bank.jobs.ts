import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { JobScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import { defineJob, enqueueOnce, handleJob } from '../../../kernel/data/jobs.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { tellOrganization } from '../../../kernel/http/newest-change.ts';
import { hasBankLines, rematch } from './bank-matches.queries.ts';

const matchJob = defineJob<{ organization_id: number }>('match_bank_lines');

/** Matches an organization's payouts with its bank's lines again, after one was recorded or came back. */
export const queueMatching = (tx: Tx, organizationId: number, now: Instant) =>
  enqueueOnce(
    tx,
    matchJob,
    { organization_id: organizationId },
    { key: `match bank ${organizationId}`, runAt: now },
  );

function makeMatcher({
  openJobScope,
  publish,
}: {
  openJobScope: (organizationId: number) => JobScope;
  publish: Publish;
}) {
  return async ({ organization_id: id }: { organization_id: number }) => {
    const scope = openJobScope(id);
    const isMatched = await scope.write(async (tx) => {
      const hasLines = await hasBankLines(tx, id);
      if (hasLines) await rematch(tx, id);
      return hasLines;
    });
    if (isMatched) await scope.write((tx) => tellOrganization(tx, publish, id));
  };
}

export const bankJobs = [handleJob(matchJob, makeMatcher)];

import { createHash } from 'node:crypto';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import {
  propertyRequestMessages,
  propertyRequestRules,
  requestProperty,
} from '@lotkeeper/contract/platform/property-requests';
import { createLimiter } from '../../../kernel/access/limits.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import { enqueue } from '../../../kernel/data/jobs.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { propertyRequestJob } from './property-requests.jobs.ts';

/** Admins' requests to support. */
export function propertyRequestRoutes(serve: Serve, { sql }: { sql: SqlPool }): void {
  serve(requestProperty, async ({ scope, body, now }) => {
    const { organizationId, person } = scope;
    const { name, address, note = '' } = body;
    const key = createHash('sha256')
      .update(JSON.stringify([organizationId, name, address, note]))
      .digest('hex')
      .slice(0, 32);
    // The counters and the job are one transaction: a counted request is also sent.
    await sql.begin(async (tx) => {
      const limiter = createLimiter(tx);
      if (!(await limiter.allow(`property request ${key}`, 1, now, dayMs))) return;
      const subject = `property requests ${organizationId}`;
      if (!(await limiter.allow(subject, propertyRequestRules.perDay, now, dayMs))) {
        throw new Refusal('too_many_requests', propertyRequestMessages.tooMany);
      }
      const ids = { organization_id: organizationId, person_pk: person.pk };
      await enqueue(tx, propertyRequestJob, { ...ids, key, name, address, note });
    });
  });
}

import { valetLinks } from '../features/valet/valet-links.ts';
import { createJobHandlers } from '../features.ts';
import type { Database } from '../kernel/data/database.ts';
import { enqueue, startJobs } from '../kernel/data/jobs.ts';
import type { Live } from '../kernel/http/live.ts';
import { openMessenger } from '../kernel/messages/open-messenger.ts';
import type { Installation } from './installation.ts';
import { clock, closers, printLine, reporting } from './process-state.ts';

/** Works on jobs, in one process of an installation. */
export async function runJobs(
  installation: Installation,
  background: Database,
  deps: { publish: Live['publish']; publicUrl: () => string; logFailure: LogJobFailure },
) {
  const { config, pool, secretBox, files, processors } = installation;
  const jobs = await startJobs(
    pool,
    createJobHandlers({
      database: background,
      sql: background.system,
      secretBox,
      clock,
      files,
      processor: processors.processor,
      sandbox: processors.sandbox,
      links: valetLinks(secretBox),
      publish: deps.publish,
      messenger: await openMessenger(config, clock, printLine),
      publicUrl: deps.publicUrl,
      supportEmail: config.SUPPORT_EMAIL,
    }),
    (name, error) => {
      const report = reporting.errors.report(error, { kind: 'job', name });
      deps.logFailure({ job: name, error: String(error), report });
    },
  );
  closers.push(() => jobs.stop());
  // What a killed process left behind resumes at once, not at the next minute.
  await enqueue(background.system, 'sweep_imports', {});
  return jobs;
}

type LogJobFailure = (failure: { job: string; error: string; report: unknown }) => void;

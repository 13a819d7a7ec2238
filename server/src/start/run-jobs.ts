import { valetLinks } from '../features/operations/valet/valet-links.ts';
import { jobs as featureJobs, openDetectors } from '../features.ts';
import { scopeMaker } from '../kernel/access/scope.ts';
import type { Database } from '../kernel/data/database.ts';
import { startJobs } from '../kernel/data/jobs.ts';
import type { Publish } from '../kernel/http/live.ts';
import { openMessages } from '../open-messages.ts';
import type { Installation } from './installation.ts';
import { clock, closers, printLine, reporting } from './process-state.ts';

/** Runs jobs, in one process of an installation. */
export async function runJobs(
  installation: Installation,
  background: Database,
  deps: { publish: Publish; publicUrl: () => string; logFailure: LogJobFailure },
) {
  const { config, pool, secretBox, files, processors } = installation;
  const jobs = await startJobs(
    pool,
    featureJobs,
    {
      database: background,
      sql: background.system,
      openJobScope: scopeMaker(background, 'jobs').job,
      secretBox,
      clock,
      files,
      processor: processors.processor,
      sandbox: processors.sandbox,
      links: valetLinks(secretBox),
      publish: deps.publish,
      ...openMessages(config, { sql: background.system, secretBox, clock, show: printLine }),
      publicUrl: deps.publicUrl,
      detectors: openDetectors({ backupDir: config.BACKUP_DIR }),
      outside: { allowPrivate: config.OUTSIDE_PRIVATE },
      supportEmail: config.SUPPORT_EMAIL ?? null,
    },
    (name, error) => {
      const report = reporting.errors.report(error, { kind: 'job', name });
      deps.logFailure({ job: name, error: String(error), report });
    },
  );
  closers.push(() => jobs.stop());
  return jobs;
}

type LogJobFailure = (failure: { job: string; error: string; report: unknown }) => void;

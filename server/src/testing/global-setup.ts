import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { noLimits, openDatabase } from '../kernel/data/database.ts';
import { migrateJobsAt } from '../kernel/data/jobs.ts';
import { migrate } from '../kernel/data/migrations.ts';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { urlOf } from './database-url.ts';
import { makeFastFolder } from './fast-folder.ts';

/** One PostgreSQL for the whole run: the one at DATABASE_URL, or an embedded one in a temporary folder. */
async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const folder = makeFastFolder();
  const embedded = await startEmbeddedPostgres({
    dataDir: folder,
    log: { info: () => undefined, error: console.error },
  });
  await runAlone(embedded.url, [
    // Nothing here outlives the run, so nothing has to reach the disk.
    'alter system set fsync = off',
    'alter system set full_page_writes = off',
    'select pg_reload_conf()',
  ]);
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function runAlone(url: string, statements: string[]): Promise<void> {
  for (const statement of statements) await queryOnce(url, statement);
}

async function migrateTemplate(url: string): Promise<void> {
  const database = openDatabase({ url, pool: 2, prepare: true, limits: noLimits });
  await migrate(database);
  await database.close();
  await migrateJobsAt(url);
}

/** Migrates a template database, which every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = `lotkeeper_template_${process.pid}`;
  await runAlone(server.url, [`create database ${template}`]);
  await migrateTemplate(urlOf(server.url, template));
  project.provide('server', server.url);
  project.provide('template', template);
  return async () => {
    await runAlone(server.url, [`drop database ${template} with (force)`]);
    await server.stop();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    server: string;
    template: string;
  }
}

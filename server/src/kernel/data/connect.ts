import { startEmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.ts';
import { runningPostgres } from '../../embedded-postgres/running.ts';
import { refuseUnfinishedRestore } from '../../embedded-postgres/unfinished.ts';
import type { Database } from './database.ts';
import { checkDatabase, openDatabase, requestLimits } from './database.ts';
import type { TimeLimits } from './sql/connection-pool.ts';

interface Connecting {
  DATABASE_URL?: string | undefined;
  DATA_DIR: string;
  DATABASE_POOL: number;
  DATABASE_PREPARE: boolean;
}

interface Deps {
  log: { info(sentence: string): void; error(sentence: string): void };
  /** Streaming replicas of DATABASE_URL. */
  replicaUrls?: readonly string[];
  /** Statement timeouts; by default those of requests. */
  limits?: TimeLimits;
  /** For commands: they share the database of the Lotkeeper running on the data folder, and never create one. */
  isCommand?: boolean;
}

type Connected = { database: Database; close: () => Promise<void> };

async function open(
  config: Connecting,
  url: string,
  { limits = requestLimits, replicaUrls = [], log }: Deps,
): Promise<Database> {
  const database = openDatabase({
    url,
    pool: config.DATABASE_POOL,
    prepare: config.DATABASE_PREPARE,
    replicaUrls,
    reportReplica: (notice) => log.info(notice),
    limits,
  });
  try {
    await checkDatabase(database, (notice) => log.error(notice));
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function join(config: Connecting, options: Deps): Promise<Connected | null> {
  const url = runningPostgres(config.DATA_DIR);
  // A killed server leaves its file behind; then nothing answers.
  const database = url ? await open(config, url, options).catch(() => null) : null;
  return database ? { database, close: () => database.close() } : null;
}

/** Connects to the PostgreSQL at DATABASE_URL, or else to the embedded one in the data folder. */
export async function connectDatabase(config: Connecting, options: Deps): Promise<Connected> {
  if (config.DATABASE_URL) {
    refuseUnfinishedRestore(config.DATA_DIR);
    const database = await open(config, config.DATABASE_URL, options);
    return { database, close: () => database.close() };
  }
  const { isCommand = false, log } = options;
  const joined = isCommand ? await join(config, options) : null;
  if (joined) return joined;
  const { DATA_DIR: dataDir } = config;
  const embedded = await startEmbeddedPostgres({ dataDir, log, mustExist: isCommand });
  try {
    const database = await open(config, embedded.url, options);
    return {
      database,
      close: async () => {
        await database.close();
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

import { statfsSync } from 'node:fs';
import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/**
 * The server settings of the embedded PostgreSQL, for one small machine that also runs the app;
 * `socketSettings` says where it listens, `recoverySettings` how it is restored. A commit is on disk before it is answered (synchronous_commit).
 */
export function settings(
  socketSettings: Record<string, string>,
  recoverySettings: Record<string, string> = {},
): string[] {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / MB;
  const values: Record<string, string> = {
    ...socketSettings,
    ...recoverySettings,
    shared_buffers: `${clamp(memory / 4, 32, 512)}MB`,
    effective_cache_size: `${clamp(memory / 2, 64, 1024 * 1024)}MB`,
    maintenance_work_mem: `${clamp(memory / 16, 16, 256)}MB`,
    work_mem: '8MB',
    // Twelve workers of npm start need 182 (docs/deploy.md).
    max_connections: '200',
    random_page_cost: '1.1',
    jit: 'off',
    max_wal_size: '4GB',
    // A slot of an archive that doesn't get on must not fill the disk.
    max_slot_wal_keep_size: '2GB',
    // pglz, the only one built in, costs more than the disk it saves: 117 ms against 44 for 500 rentals.
    wal_compression: 'off',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Without the DETAIL line, which would put e-mail addresses and plates into the log.
    log_error_verbosity: 'terse',
    logging_collector: 'off',
    shared_preload_libraries: 'pg_stat_statements',
    ...(sharedMemoryIsSmall() && { dynamic_shared_memory_type: 'mmap' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

// A container has 64 MB there, which one parallel query can fill and then fails.
function sharedMemoryIsSmall(): boolean {
  try {
    const { bsize, blocks } = statfsSync('/dev/shm');
    return (bsize * blocks) / MB < 256;
  } catch {
    return false;
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}

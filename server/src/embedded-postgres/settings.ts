import { statfsSync } from 'node:fs';
import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/**
 * The settings of the embedded PostgreSQL, for one small machine that also runs the app; `socketSettings` define
 * where it listens, `recoverySettings` how it is restored. A commit is on disk before it is acknowledged
 * (synchronous_commit).
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
    // Limits the WAL that a stuck archive's slot retains, so that it doesn't fill the disk.
    max_slot_wal_keep_size: '2GB',
    // pglz, the only built-in method, costs more than the disk it saves: 117 ms instead of 44 for 500 rentals.
    wal_compression: 'off',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Without the DETAIL line, which would put email addresses and plates into the log.
    log_error_verbosity: 'terse',
    logging_collector: 'off',
    shared_preload_libraries: 'pg_stat_statements',
    ...(sharedMemoryIsSmall() && { dynamic_shared_memory_type: 'mmap' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

// A container has 64 MB there; a parallel query that needs more fails.
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

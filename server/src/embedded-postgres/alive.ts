import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';

/**
 * Identifies one run of a process, so that another program that later gets the same pid isn't mistaken for it;
 * undefined if the process is gone, 'unknown' if the system doesn't report it.
 */
export function identifyRun(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0 || !answers(pid)) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${bootId()}:${fields[19]}`;
  } catch {
    return ps(pid, 'lstart') ?? 'unknown';
  }
}

/** Whether the process is a PostgreSQL server that uses this cluster folder. */
export function isPostmaster(pid: number, folder: string): boolean {
  if (identifyRun(pid) === undefined) return false;
  try {
    return realpathSync(readlinkSync(`/proc/${pid}/cwd`)) === realpathSync(folder);
  } catch {
    const name = ps(pid, 'comm');
    return name === undefined || name.includes('postgres');
  }
}

/** Whether any process has this pid, ours or another account's. */
export function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

function ps(pid: number, column: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    const { stdout } = spawnSync('ps', ['-o', `${column}=`, '-p', `${pid}`], { encoding: 'utf8' });
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}

import { StartError } from '../kernel/start-error.ts';

/** Turns PostgreSQL's last output before it failed into one message for the person at the terminal. */
export function explain(
  output: string,
  { folder, action, log }: { folder: string; action: string; log?: string },
): StartError {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return new StartError(`The disk with ${folder} is full: free some space. Nothing was lost.`);
  }
  const reason = findLastError(output);
  const logHint = log ? ` The full log is in ${log}.` : '';
  const unnamed = /could not look up effective user ID (\d+)/.exec(output);
  if (unnamed) {
    return new StartError(
      `PostgreSQL doesn’t run as user id ${unnamed[1]}, which has no name on this machine: add an account with this id, start Lotkeeper as another one, or set DATABASE_URL.`,
    );
  }
  if (/Permission denied|Operation not permitted|has wrong ownership|EROFS/i.test(output)) {
    return new StartError(
      `PostgreSQL can’t use ${folder} (${reason}): give the account that starts Lotkeeper access to it, or start as its owner.${logHint}`,
    );
  }
  return new StartError(
    `PostgreSQL could not ${action} in ${folder} (${reason}). Nothing was deleted: fix the cause, restore the folder from a backup, or move it away to start with an empty database.${logHint}`,
  );
}

function findLastError(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason =
    lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ??
    lines.findLast((line) => /\b(error|could not)\b/i.test(line)) ??
    lines.at(-1) ??
    'no output';
  return reason
    .replace(/^.*?\b(FATAL|PANIC|error):\s*/, '')
    .replace(/\.$/, '')
    .trim();
}

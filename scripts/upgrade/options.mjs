import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal } from './words.mjs';

/** How long Lotkeeper may take until it's ready, if nothing else was asked for. */
export const usualReadySeconds = 180;

export const usage = `Usage: npm run upgrade -- [options]

  --to VERSION            a tag, branch or commit; without it, the newest release tag, or else the branch's upstream
  --service NAME          the systemd unit that runs Lotkeeper
  --stop-command COMMAND  what stops and starts it instead; the start has to return
  --start-command COMMAND
  --backup-to FOLDER      where the database and the files are backed up; BACKUP_DIR by default
  --backup-made           you have backed them up with your own tools
  --settings FILE         the service's settings, such as /etc/lotkeeper.env; .env by default
  --ready-seconds N       how long the new version may take until it's ready; ${usualReadySeconds} by default

Without --service or the two commands, Lotkeeper has to be stopped, and you start it afterwards.`;

const options = {
  to: { type: 'string' },
  service: { type: 'string' },
  'stop-command': { type: 'string' },
  'start-command': { type: 'string' },
  'backup-to': { type: 'string' },
  'backup-made': { type: 'boolean' },
  settings: { type: 'string' },
  'ready-seconds': { type: 'string' },
};

function parse(args) {
  try {
    return parseArgs({ args, options }).values;
  } catch {
    throw new Refusal(usage);
  }
}

// npm runs its scripts in the folder of package.json, wherever it was called.
const toPath = (path) => path && resolve(process.env.INIT_CWD ?? '.', path);

/** Reads the command line; throws a Refusal with the usage if it can't be read. */
export function readOptions(args) {
  const values = parse(args);
  const { service, 'stop-command': stopCommand, 'start-command': startCommand } = values;
  const readySeconds = Number(values['ready-seconds'] ?? usualReadySeconds);
  const hasBoth = (stopCommand === undefined) === (startCommand === undefined);
  const hasOneWay = service === undefined || stopCommand === undefined;
  if (!hasBoth || !hasOneWay || !(readySeconds > 0)) throw new Refusal(usage);
  return {
    to: values.to,
    commands: service
      ? { stop: ['systemctl', 'stop', service], start: ['systemctl', 'start', service] }
      : stopCommand && { stop: ['sh', '-c', stopCommand], start: ['sh', '-c', startCommand] },
    backupTo: toPath(values['backup-to']),
    isBackupMade: values['backup-made'] === true,
    settings: toPath(values.settings),
    readySeconds,
  };
}

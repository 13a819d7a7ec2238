import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { RotatedFile } from '../kernel/log/rotated-file.ts';

const root = join(import.meta.dirname, '../../..');

/** How long the simulator has to finish sending when it is stopped, in milliseconds. */
const stopMs = 5000;

/**
 * Runs the simulator alongside the app, with the keys in the data folder; its output goes to `simulator.log` there,
 * which is rotated. It ends with the app, even if the app is killed.
 */
export function startSimulator(
  dataDir: string,
  onEnd: (sentence: string) => void,
): { stop(): Promise<void> } {
  const log = new RotatedFile(join(dataDir, 'simulator.log'));
  const child = spawn(process.execPath, ['simulator/src/main.ts', '--report', '600'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const input of [child.stdout, child.stderr]) {
    if (!input) continue;
    // A full disk loses lines of the log without stopping the simulator.
    createInterface({ input }).on('line', (line) => void log.append(line).catch(() => undefined));
  }
  let stopping = false;
  child.on('error', (error) => onEnd(`The simulator could not be started: ${error.message}.`));
  child.on('exit', (code) => {
    if (!stopping && code !== 0) {
      onEnd(
        `The simulator ended; ${join(dataDir, 'simulator.log')} says why. Lotkeeper continues without it.`,
      );
    }
  });
  return {
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
      child.kill('SIGTERM');
      await once(child, 'exit');
      clearTimeout(timer);
    },
  };
}

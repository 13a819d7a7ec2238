// Stops and starts Lotkeeper the way its operator does, and asks whether it is ready.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { usualReadySeconds } from './options.mjs';
import { Refusal } from './words.mjs';

const stopSeconds = 60;
const askEveryMs = 250;

function toAddress() {
  const host = process.env.HOST || '127.0.0.1';
  const own = ['0.0.0.0', '::', '*'].includes(host) ? '127.0.0.1' : host;
  return `http://${own.includes(':') ? `[${own}]` : own}:${process.env.PORT || 3000}`;
}

/** The status that a health check answers; 0 = nobody answers. */
async function ask(check) {
  const signal = AbortSignal.timeout(5000);
  const response = await fetch(`${toAddress()}/api/health/${check}`, { signal }).catch(() => null);
  return response?.status ?? 0;
}

async function waitFor(check, isFine, seconds) {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    if (isFine(await ask(check))) return true;
    await pause(askEveryMs);
  }
  return false;
}

/** The operator's own command, with their rights. */
function runCommand([program, ...args]) {
  // npm start watches its parent when npm runs it; here the parent is gone at once.
  const { npm_lifecycle_event: _, ...env } = process.env;
  const child = spawn(program, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Refusal(`${[program, ...args].join(' ')} failed (${why}).`));
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code, signal) =>
      code === 0 ? resolve() : fail(signal ?? `exit code ${code}`),
    );
  });
}

export function openService({ commands, readySeconds }) {
  return {
    isManaged: commands !== undefined,

    /** Without a way to stop it, it must not run. */
    async check() {
      if (commands || (await ask('live')) === 0) return;
      throw new Refusal(
        'Lotkeeper is running. Stop it, or name how it is stopped and started: --service NAME, or --stop-command and --start-command.',
      );
    },

    async stop() {
      await runCommand(commands.stop);
      if (await waitFor('live', (status) => status === 0, stopSeconds)) return;
      throw new Refusal(`Lotkeeper still answers ${stopSeconds} seconds after it was stopped.`);
    },

    /** Resolves when it's ready. */
    async start(seconds = readySeconds) {
      await runCommand(commands.start);
      if (await waitFor('ready', (status) => status === 200, seconds)) return;
      throw new Refusal(
        `Lotkeeper isn’t ready ${seconds} seconds after its start (${toAddress()}/api/health/ready).`,
      );
    },

    /** Starts the old version again, which has longer than a new one that was to be ready sooner. */
    startAgain() {
      return this.start(Math.max(readySeconds, usualReadySeconds));
    },
  };
}

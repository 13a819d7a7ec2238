// Keeps the server running: restarts it after any exit until someone stops it.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** The server's exit codes for a refused start; server/src/kernel/start-error.ts has the same two. */
export const exitRefused = 78;
export const exitRefusedForNow = 75;

/** In milliseconds. */
const defaultTimes = {
  first: 500,
  longest: 10_000,
  /** How long a server must stay up before its earlier exits are forgotten. */
  steady: 60_000,
  /** Ctrl-C reaches us from the terminal and again from npm: signals this close together count as one. */
  sameSignal: 1000,
};
const manyEnds = 5;
const minuteMs = 60_000;

/**
 * Starts a program and restarts it when it exits by itself. The program sends the message `ready` once it serves,
 * and receives the message `pages` once `pages` resolves. `ended` resolves to the exit code for npm start; `stop`
 * forwards a signal to the program; `replaceWorkers` asks it, once ready, to replace its worker processes one by
 * one.
 */
export function supervise(
  { command, args, options },
  { report, advice, pages, times = defaultTimes },
) {
  const schedule = makeSchedule(times);
  let child;
  let askedAt;
  let wasReady = false;
  let isReady = false;
  let cutPause = () => undefined;

  const run = () => {
    let readyAt;
    isReady = false;
    const started = spawn(command, args, options);
    child = started;
    pages?.then(() => started.connected && started.send('pages'));
    child.on('message', (message) => {
      if (message !== 'ready') return;
      wasReady = true;
      isReady = true;
      readyAt = performance.now();
    });
    return new Promise((resolve) => {
      const end = (outcome) => {
        const at = performance.now();
        resolve({ ...outcome, at, uptime: readyAt === undefined ? 0 : at - readyAt });
      };
      child.on('exit', (code, signal) => end({ code, signal }));
      child.on('error', (error) => {
        if (child.pid === undefined) end({ code: exitRefusedForNow, problem: error.message });
      });
    });
  };

  const pause = (milliseconds) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      cutPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const keepRunning = async () => {
    for (;;) {
      const end = await run();
      if (end.problem) report(`The server could not be started: ${end.problem}.`);
      if (askedAt !== undefined || wasAsked(end)) return exitCode(end);
      if (isFinal(end, wasReady)) return 1;
      const next = schedule(end);
      report(`${describe(end)} Restarting in ${next.pause / 1000} seconds.`);
      if (next.isFifth) report(`Lotkeeper ended ${manyEnds} times within a minute. ${advice}`);
      await pause(next.pause);
      if (askedAt !== undefined) return 0;
    }
  };

  const stop = (signal) => {
    const now = performance.now();
    if (askedAt !== undefined && now - askedAt < times.sameSignal) return;
    askedAt ??= now;
    child?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    cutPause();
  };

  // Before it is ready, the program has no handler, and the signal would kill it.
  const replaceWorkers = () => {
    if (isReady && askedAt === undefined) child?.kill('SIGHUP');
  };

  return { ended: keepRunning(), stop, replaceWorkers };
}

/** Computes the pause after each exit: longer each time, and the longest once exits are frequent. */
export function makeSchedule(times = defaultTimes) {
  let pause = times.first;
  let ends = [];
  let isExhausted = false;
  return ({ at, uptime }) => {
    if (uptime >= times.steady) {
      pause = times.first;
      ends = [];
      isExhausted = false;
    }
    ends = [...ends.filter((earlier) => at - earlier < minuteMs), at];
    const isFifth = !isExhausted && ends.length >= manyEnds;
    isExhausted ||= isFifth;
    const next = isExhausted ? times.longest : Math.min(pause, times.longest);
    pause *= 2;
    return { pause: next, isFifth };
  };
}

/** Whether someone stopped the server itself, by its process ID. */
function wasAsked({ code }) {
  return code === 0 || code === 130;
}

/** A person has to fix what prevents the first start; after a restart, the cause may be temporary. */
function isFinal({ code }, wasReady) {
  return code === exitRefused || (code === exitRefusedForNow && !wasReady);
}

function exitCode({ code, signal }) {
  return code ?? 128 + constants.signals[signal];
}

function describe({ code, signal }) {
  if (code === exitRefusedForNow) return 'Lotkeeper could not start.';
  return `Lotkeeper ended unexpectedly (${signal ? `killed by ${signal}` : `exit code ${code}`}).`;
}

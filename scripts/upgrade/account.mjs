// Everything but the service manager runs as the account that owns the clone, so that root leaves no files behind.
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { environment, root } from '../bootstrap.mjs';
import { Refusal } from './words.mjs';

/** The owner's ids and home when root upgrades somebody else's clone. */
function findOwner() {
  const { uid, gid } = statSync(root);
  if (process.getuid?.() !== 0 || uid === 0) return { ids: {}, env: {} };
  const account = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => Number(fields[2]) === uid);
  const [name, home] = [account?.[0] ?? `${uid}`, account?.[5] ?? '/'];
  // npm hands on root's own, which the account can't write.
  const rootSettings = { npm_config_cache: undefined, npm_config_userconfig: undefined };
  return { ids: { uid, gid }, env: { HOME: home, USER: name, LOGNAME: name, ...rootSettings } };
}

const owner = findOwner();

/**
 * Runs a program in the clone or another folder, and returns what it printed; throws a Refusal when it fails. With
 * `isShown`, it prints to the terminal.
 */
export function runAsOwner(program, args, { cwd = root, isShown = false } = {}) {
  const stdio = isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const child = spawn(program, args, { cwd, env: environment(owner.env), stdio, ...owner.ids });
  let output = '';
  let problems = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    problems += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', (error) =>
      reject(new Refusal(`${program} can’t be run (${error.message}).`)),
    );
    child.on('close', (code) => {
      if (code === 0) return resolve(output);
      const why = (problems.trim() || output.trim()).split('\n').slice(-20).join('\n');
      reject(new Refusal(why || `${program} ${args.join(' ')} ended with exit code ${code}.`));
    });
  });
}

/** Runs git in the clone and returns its answer. */
export const git = async (...args) => (await runAsOwner('git', args)).trim();

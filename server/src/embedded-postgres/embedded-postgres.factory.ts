import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { StartError } from '../kernel/start-error.ts';
import { type DatabaseUser, may, open } from './unprivileged.ts';

type Program = { node: string; module: string };

const source = fileURLToPath(new URL('..', import.meta.url));
const modules = join(source, '../../node_modules');
const here: Program = {
  node: process.execPath,
  module: join(source, 'embedded-postgres/embedded-postgres.ts'),
};

/** A temporary folder that every account may enter. */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-test-'));
  open(folder);
  return folder;
}

/** The message of a failed start. */
export async function messageOf(starting: Promise<unknown>): Promise<string> {
  const error = await starting.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
}

/** The pid of the PostgreSQL server of a data folder. */
export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** A package and all its dependencies. */
function packagesOf(name: string): string[] {
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(modules, name, 'package.json'), 'utf8'),
  ) as { dependencies?: Record<string, string> };
  return [name, ...Object.keys(dependencies).flatMap(packagesOf)];
}

/** The program where the account can reach it: a copy, if the clone is in a home folder of mode 700. */
export async function programFor(user: DatabaseUser, folder: string): Promise<Program> {
  const reached = [here.node, here.module, join(modules, 'pg')];
  const answers = await Promise.all(reached.map((path) => may(user, 'r', path)));
  if (answers.every(Boolean)) return here;
  const copy = join(folder, 'program');
  const target = join(copy, 'server', 'src');
  const needed = ['kernel/data/retry.ts', 'kernel/data/sql', 'kernel/start-error.ts'];
  for (const path of ['embedded-postgres', ...needed]) {
    cpSync(join(source, path), join(target, path), { recursive: true });
  }
  cpSync(join(source, '../package.json'), join(copy, 'server', 'package.json'));
  cpSync(process.execPath, join(copy, 'node'));
  for (const name of [...packagesOf('pg'), '@embedded-postgres']) {
    const place = join(copy, 'node_modules', name);
    cpSync(join(modules, name), place, { recursive: true, verbatimSymlinks: true });
  }
  open(copy);
  return {
    node: join(copy, 'node'),
    module: join(target, 'embedded-postgres/embedded-postgres.ts'),
  };
}

/** Starts PostgreSQL in another process, which prints `up <url>` or the error message, and stays until killed. */
export async function startElsewhere(dataDir: string, user?: DatabaseUser, program = here) {
  const script = `
    const { startEmbeddedPostgres } = await import('${pathToFileURL(program.module).href}');
    const log = { info() {}, error: console.error };
    try {
      const { url } = await startEmbeddedPostgres({ dataDir: '${dataDir}', log });
      console.log('up ' + url);
      setInterval(() => {}, 1000);
    } catch (error) { console.log(error.name + ' ' + error.message); }`;
  const child = spawn(program.node, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...user,
  });
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const kill = async () => {
    const exit = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await exit;
  };
  return { said: line.trim(), kill };
}

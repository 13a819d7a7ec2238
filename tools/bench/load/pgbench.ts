import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Statement } from '../app.ts';
import { asPages } from '../place.ts';

const run = promisify(execFile);

/** Seconds for every connection to prepare its statements; they don't count. */
const preparing = 4;

const literal = (value: string | null) =>
  value === null ? 'null' : `'${value.replaceAll("'", "''")}'`;

/** Inlines a statement's parameters as untyped literals, like parameters. */
export function inlined({ text, parameters }: Statement): string {
  return text
    .replace(/--.*$/gm, '')
    .replace(/\$(\d+)/g, (_, number: string) => literal(parameters[Number(number) - 1] ?? null))
    .replaceAll(/\s+/g, ' ');
}

/** One request's statements, sent in one pipeline, like the app at its best. */
function script(statements: readonly Statement[]): string {
  const lines = statements
    .flatMap((statement) => inlined(statement).split(/;\s*/))
    .map((line) => `${line};`);
  return ['\\startpipeline', ...lines, '\\endpipeline', ''].join('\n');
}

async function optionsFor(url: string): Promise<string> {
  const settings = Object.entries({ ...(await asPages(url)), TimeZone: 'UTC' });
  return settings.map(([name, value]) => `-c ${name}=${value}`).join(' ');
}

/** Sends the app's statements directly to PostgreSQL, at random; returns requests per second. */
export async function pgbench(
  url: string,
  requests: readonly (readonly Statement[])[],
  order: { connections: number; seconds: number },
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-pgbench-'));
  const files = requests.map((statements, index) => {
    const file = join(folder, `${index}.sql`);
    writeFileSync(file, script(statements));
    return ['-f', file];
  });
  const { hostname, password, pathname, port, username } = new URL(url);
  const to = ['-h', decodeURIComponent(hostname), ...(port ? ['-p', port] : []), '-U', username];
  const flags = ['-n', '-M', 'prepared', '-c', String(order.connections), '-j', '1', '-P', '1'];
  try {
    const { stderr } = await run(
      'pgbench',
      [
        ...to,
        ...flags,
        '-T',
        String(order.seconds + preparing),
        ...files.flat(),
        pathname.slice(1),
      ],
      {
        env: {
          ...process.env,
          PGPASSWORD: password,
          PGOPTIONS: await optionsFor(url),
        },
        timeout: (order.seconds + preparing + 60) * 1000,
      },
    );
    const rates = [...stderr.matchAll(/s, ([\d.]+) tps/g)].map((match) => Number(match[1]));
    const last = rates.slice(preparing);
    return last.reduce((sum, rate) => sum + rate, 0) / last.length;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

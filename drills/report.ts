import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { formatTable } from '../bench/table.ts';
import type { Drill, DrillResult } from './drill.ts';

const file = join(import.meta.dirname, '../docs/reliability.md');

const introduction = `# Reliability

What is lost, and for how long Lotkeeper is away, when something breaks. \`npm run drills\` does the damage to throwaway installations and writes this file: each drill's last run is here. \`npm run drills -- --only "kill the server"\` repeats one, \`--rounds 20\` repeats the damage more often. \`npm test\` runs that one too.

The senders of payments remember themselves what was acknowledged, and it is compared with the ledger in the database afterwards. Server, PostgreSQL and senders share the machine.
`;

const writeSection = (drill: Drill, result: DrillResult): string => {
  const machine = `${availableParallelism()} processors, ${Math.round(totalmem() / 2 ** 30)} GB of memory, Node ${process.version}.`;
  const found = 'skipped' in result ? `Skipped: ${result.skipped}` : formatTable(result);
  return `${drill.name}\n\n${drill.description}\n\n${machine}\n\n${found}`;
};

/** Writes the drills that ran over their earlier results, and leaves the others. */
export function writeReport(results: ReadonlyMap<Drill, DrillResult>): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const sections = new Map(
    before
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text.trimEnd()]),
  );
  for (const [drill, result] of results) sections.set(drill.name, writeSection(drill, result));
  const text = [...sections.values()].map((section) => `## ${section}\n`).join('\n');
  writeFileSync(file, `${introduction}\n${text}`);
}

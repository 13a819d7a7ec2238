// npm run mutants: changes the rules piece by piece, and lists the changes that no test notices. With files or folders,
// only theirs.
import { statSync } from 'node:fs';
import { run } from '../../scripts/bootstrap.mjs';

const paths = process.argv.slice(2);
const files = paths.map((path) =>
  statSync(path).isDirectory() ? `${path.replace(/\/$/, '')}/**/*.rules.ts` : path,
);
const choice = files.length === 0 ? [] : ['--mutate', files.join(',')];
process.exitCode = (await run('stryker', ['run', ...choice])).code;

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './bootstrap.mjs';

const web = join(root, 'web');
const stamp = join(web, 'dist', '.stamp');

/** Whether the web pages were built from the current sources. */
export function areBuilt(hash = sources()) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** Builds the web pages unless they are up to date; resolves to the build's exit code and output. */
export async function buildWeb() {
  const expectedHash = sources();
  if (areBuilt(expectedHash)) return { code: 0, output: '' };
  console.log('Building the web pages …');
  // A test builds them too.
  const env = { NODE_ENV: 'production' };
  const args = ['build', '--logLevel', 'warn'];
  const built = await run('vite', args, { cwd: web, env, capture: true });
  if (built.code === 0) writeFileSync(stamp, expectedHash);
  return built;
}

function sources() {
  const hash = createHash('sha256');
  const files = [
    ...list('web'),
    ...list('contract'),
    ...list('evidence'),
    'package-lock.json',
    'tsconfig.json',
  ];
  for (const file of files.sort((a, b) => (a < b ? -1 : 1)))
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

// The build writes the generated files itself, and doesn't contain tests.
function list(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return entry.name === 'dist' || entry.name === 'node_modules' ? [] : list(path);
    }
    return entry.isFile() && !/\.(gen|test)\.tsx?$|\.tsbuildinfo$/.test(path) ? [path] : [];
  });
}

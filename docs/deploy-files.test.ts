import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsSchema } from '../server/src/config.ts';

// Tests run without a container engine, so this checks what can be checked statically.
const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const [dockerfile, compose, caddyfile, unit] = [
  read('Dockerfile'),
  read('compose.yaml'),
  read('deploy/Caddyfile'),
  read('deploy/lotkeeper.service'),
];
const listMatches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

test('everything that the image copies and runs exists, including each workspace’s package', () => {
  const copied = listMatches(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((list) =>
    list.split(' '),
  );
  const programs = listMatches(dockerfile, /node"?,? "?(scripts\/[\w-]+\.mjs)/g);
  expect(programs.length).toBe(3);
  for (const path of [...copied, ...programs])
    expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  for (const workspace of workspaces) expect(copied).toContain(`${workspace}/package.json`);
  const ignored = read('.dockerignore').split('\n');
  for (const path of [...workspaces, 'scripts', 'docs', 'LICENSE', 'NOTICE'])
    expect(ignored).not.toContain(path);
  for (const path of ['.env', '.git', 'data']) expect(ignored).toContain(path);
});

test('image, compose file and unit set only settings that exist', () => {
  const ofImage = listMatches(dockerfile.match(/^ENV (.+)$/m)?.[1] ?? '', /(\w+)=/g);
  const ofApp = listMatches(compose.split('  postgres:\n')[0] ?? '', /^ {6}([A-Z_]+): /gm);
  const ofUnit = listMatches(unit.match(/^Environment=(.+)$/m)?.[1] ?? '', /(\w+)=/g);
  const known = [...Object.keys(settingsSchema.shape), 'HOME', 'NODE_COMPILE_CACHE'];
  expect(ofApp.length).toBeGreaterThan(5);
  expect([...ofImage, ...ofApp, ...ofUnit].filter((name) => !known.includes(name))).toEqual([]);
});

test('the proxy uses the port that the image listens on, and the volumes are declared', () => {
  const port = /PORT=(\d+)/.exec(dockerfile)?.[1];
  expect(dockerfile).toContain(`EXPOSE ${port}`);
  expect(caddyfile).toContain(`reverse_proxy app:${port}\n`);
  expect(compose).toContain(`PORT: '${port}'`);
  const declared = listMatches(compose.split('\nvolumes:\n')[1] ?? '', /^ {2}(\w+):$/gm);
  expect(listMatches(compose, /^ {6}- (\w+):\//gm).toSorted()).toEqual(declared.toSorted());
  expect(compose).toContain('./deploy/Caddyfile:/etc/caddy/Caddyfile:ro');
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('systemd accepts the unit and rates its exposure as low', () => {
  const analyze = (...args: string[]) =>
    spawnSync('systemd-analyze', [...args, join(root, 'deploy/lotkeeper.service')], {
      encoding: 'utf8',
    });
  const { stderr } = analyze('verify');
  expect(stderr.split('\n').filter((line) => line.includes('lotkeeper.service'))).toEqual([]);
  const { stdout } = analyze('security', '--offline=true', '--threshold=20');
  expect(Number(/exposure level for lotkeeper.service: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(
    2,
  );
});

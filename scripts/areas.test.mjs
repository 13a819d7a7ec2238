import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './bootstrap.mjs';

/** The order of the areas on each floor, as ARCHITECTURE.md has it: each may import those after it. */
const orders = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(
  /^ {2}- `([\w/]+)`(?: and `([\w/]+)`)?: (\w+(?: → \w+)+)$/gm,
);
const floors = [...orders].flatMap(([, ...parts]) => {
  const areas = parts.pop().split(' → ');
  return parts.filter(Boolean).map((folder) => ({ folder, areas }));
});

const toSlashes = (path) => path.split(sep).join('/');
const getArea = (path) => path.slice(0, path.indexOf('/'));

/** The source files of a floor's areas, each with the files of the floor that it imports. */
function listImports(folder) {
  const files = readdirSync(join(root, folder), { recursive: true })
    .map(toSlashes)
    .filter((file) => /\.tsx?$/.test(file) && file.includes('/') && !file.startsWith('kernel/'));
  return files.map((file) => {
    const source = readFileSync(join(root, folder, file), 'utf8');
    const imports = [...source.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
      .map(([, name]) => toSlashes(relative(folder, join(folder, dirname(file), name))))
      .filter((other) => !/^(?:\.\.|kernel)\//.test(other));
    return { file, imports };
  });
}

test('ARCHITECTURE.md has the order of the areas of each floor', () => {
  const folders = floors.map(({ folder }) => folder);
  expect(folders).toEqual(['contract/src', 'server/src/features', 'web/src/features']);
});

test.each(floors)('an area of $folder imports only those after it', ({ folder, areas }) => {
  const files = listImports(folder);
  expect(new Set(files.map(({ file }) => getArea(file)))).toEqual(new Set(areas));
  expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(100);
  const backward = files.flatMap(({ file, imports }) =>
    imports
      .filter((other) => areas.indexOf(getArea(other)) < areas.indexOf(getArea(file)))
      .map((other) => `${folder}/${file} imports ${other}`),
  );
  expect(backward).toEqual([]);
});

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Access } from '@lotkeeper/contract/kernel/access';
import { expect, test } from 'vitest';
import { findPage } from './shell/same-page.ts';

const web = join(import.meta.dirname, '..');
const contract = join(web, '../../contract/src');
const routes = 'app/routes/_auth/_shell/organization/$organizationId/**/*.tsx';

const readText = (file: string) => readFileSync(file, 'utf8');

/** The files that a file imports, except for types. */
const listImports = (file: string) =>
  [...readText(file).matchAll(/^import (?!type)[^;]*?from '([#.][^']+)';/gm)]
    .map(([, path = '']) =>
      path.startsWith('#') ? join(web, path.slice(1)) : join(dirname(file), path),
    )
    .filter((path) => existsSync(path));

/** A page's files in its folder. */
function listFiles(page: string, found = new Set<string>()): Set<string> {
  if (found.has(page)) return found;
  found.add(page);
  for (const file of listImports(page)) {
    if (dirname(file) === dirname(page)) listFiles(file, found);
  }
  return found;
}

/** The calls that a file reads with, as soon as it's drawn or after a click. */
const listReads = (file: string) =>
  [...readText(file).matchAll(/use\w*Read\w*\(\s*(\w+),/g)].map(([, name = '']) => name);

/** Parts of a page that only some of its roles see, with their reads. */
const partsOfSome = [
  'home: listAlerts',
  'home: listReceivables',
  'rentals/$uuid: listHolds',
  'violations/$uuid: listHolds',
  'visits/$pk: listHolds',
  'week: listReceivables',
  'spots/$spotId/detail: getMultidayPricingHistory',
  'spots/$spotId/detail: getSlotOverview',
  'spots/$spotId/detail: getSpotReport',
  'spots/$spotId/detail: getReviewReport',
  'spots/$spotId/detail: listTickets',
];

test('a person who may open a page may make the calls that it reads with', async () => {
  const accessByCall = new Map<string, Access>();
  for (const file of globSync('**/*.ts', { cwd: contract })) {
    if (file.endsWith('.test.ts')) continue;
    const exported: Record<string, { access?: Access }> = await import(join(contract, file));
    for (const [name, { access } = {}] of Object.entries(exported)) {
      if (access) accessByCall.set(name, access);
    }
  }
  const found = globSync(routes, { cwd: web }).flatMap((file) => {
    const [, route = ''] =
      /createFileRoute\(\s*'\/_auth\/_shell([^']+)'/.exec(readText(join(web, file))) ?? [];
    const page = findPage(route.replaceAll('_/', '/'));
    const files = listImports(join(web, file)).filter((path) => path.endsWith('.page.tsx'));
    const reads = files.flatMap((path) => [...listFiles(path)]).flatMap(listReads);
    return page ? [{ route, page, reads: new Set(reads) }] : [];
  });
  const wrong = found.flatMap(({ route, page, reads }) =>
    [...reads]
      .filter((name) => {
        const access = accessByCall.get(name);
        if (!access || !('roles' in access)) return false;
        return !page.roles.every((role) => access.roles.includes(role));
      })
      .map((name) => `${route.split('/').slice(3).join('/')}: ${name}`),
  );
  expect(new Set(wrong)).toEqual(new Set(partsOfSome));
  const known = found.flatMap(({ reads }) => [...reads]).filter((name) => accessByCall.has(name));
  expect(known.length).toBeGreaterThan(100);
});

import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parseEnv } from 'node:util';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { errorCodes, errorStatus } from '@lotkeeper/contract/kernel/errors';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { EntryKind, Movement } from '@lotkeeper/contract/money/ledger';
import { computeAdjusted, computeCommission, entryKinds } from '@lotkeeper/contract/money/ledger';
import type { CommissionBase } from '@lotkeeper/contract/platform/organization-terms';
import {
  commissionBaseNames,
  commissionBases,
} from '@lotkeeper/contract/platform/organization-terms';
import { packetFiles } from '@lotkeeper/evidence/evidence-packets';
import { describe, expect, test } from 'vitest';
import { readConfig, settingsSchema } from '../server/src/config.ts';
import { demoOrganizations } from '../server/src/demo/organizations.ts';
import { demoPeople } from '../server/src/demo/people.ts';
import type { PeriodRow } from '../server/src/features/money/changes/changes.rules.ts';
import { buildBridge } from '../server/src/features/money/changes/changes.rules.ts';
import * as budgets from '../server/src/kernel/budgets.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readJson = (path: string) => JSON.parse(read(path)) as Record<string, unknown>;
const built = /(^|\/)(node_modules|dist|test-results)(\/|$)|^data\//;
const find = (pattern: string) => globSync(pattern, { cwd: root, exclude: (at) => built.test(at) });

const documents = [...find('*.md'), 'tools/bench/README.md', ...find('docs/**/*.md')].map(
  (path) => {
    const text = read(path);
    return { path, text, prose: text.replace(/^```[\s\S]*?^```$/gm, '') };
  },
);
const decisions = find('docs/decisions/[0-9]*.md').sort();
const textOf = (path: string) => documents.find((one) => one.path === path)?.text ?? '';

/** Every match of the pattern's first group that is not allowed, as `document: match`. */
function strangers(
  pattern: RegExp,
  isKnown: (name: string, document: string) => boolean,
  part: 'text' | 'prose' = 'text',
): string[] {
  return documents.flatMap(({ path, [part]: text }) =>
    [...text.matchAll(pattern)]
      .map((match) => match[1] ?? '')
      .filter((name) => !isKnown(name, path))
      .map((name) => `${path}: ${name}`),
  );
}

const rowsOf = (text: string) =>
  [...text.matchAll(/^\|(.+)\|$/gm)].map((row) =>
    (row[1] ?? '').split('|').map((cell) => cell.trim()),
  );
const unquoted = (cell: string | undefined) => (cell ?? '').replaceAll('`', '');

const sources = [
  'package.json',
  '.oxlintrc.json',
  'playwright.config.ts',
  'vitest.config.ts',
  ...['contract', 'server', 'web'].map((workspace) => `${workspace}/package.json`),
  ...find('{contract,server,web}/src/**/*.{ts,tsx,css}'),
  ...find('server/migrations/*.sql'),
  ...find('{tools,scripts}/**/*.{ts,mjs}'),
];
const fileNames = new Set(sources.map((path) => basename(path)));
const code = sources.map(read).join('\n');
const scripts = Object.keys(readJson('package.json').scripts as object);

describe('names in the docs', () => {
  test('the docs and the source files are found', () => {
    expect(documents.length).toBeGreaterThan(15);
    expect(sources.length).toBeGreaterThan(200);
  });

  test('every path in backticks or in the docs’ map of folders exists', () => {
    const folders = 'contract|server|web|tools|scripts|docs|\\.ci';
    // `<name>` is a placeholder: at least one file must match.
    const exists = (path: string) => find(path.replace(/<\w+>/g, '*')).length > 0;
    const inBackticks = new RegExp(`\`((?:${folders})/[^\`\\s]*|[\\w.-]+\\.md)\``, 'g');
    expect(strangers(inBackticks, exists)).toEqual([]);
    const inTheMap = new RegExp(`^((?:${folders})(?:/\\S+)?) {2,}`, 'gm');
    expect(strangers(inTheMap, exists)).toEqual([]);
  });

  test('every file that the docs name without a folder exists, or belongs to an evidence packet', () => {
    const inPackets = new Set<string>(Object.values(packetFiles));
    const known = (name: string) =>
      fileNames.has(name) || inPackets.has(name) || existsSync(join(root, name));
    expect(strangers(/`([\w.-]+\.(?:ts|tsx|mjs|css|json|sql))`/g, known)).toEqual([]);
  });

  test('every link target in the docs exists, headings included', () => {
    const slugs = (path: string) =>
      [...textOf(path).matchAll(/^#+ (.+)$/gm)].map((match) =>
        (match[1] ?? '')
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
      );
    const leads = (target: string, document: string) => {
      if (/^https?:/.test(target)) return true;
      const [path = '', heading] = target.split('#');
      const to = path ? relative(root, join(root, dirname(document), path)) : document;
      return existsSync(join(root, to)) && (!heading || slugs(to).includes(heading));
    };
    expect(strangers(/\]\(([^)\s]+)\)/g, leads)).toEqual([]);
  });

  test('every npm script in the docs exists', () => {
    const known = (name: string) => scripts.includes(name);
    expect(strangers(/npm run ([\w:-]+)/g, known)).toEqual([]);
    expect(strangers(/npm (start|test)\b/g, known)).toEqual([]);
  });

  test('every setting in the docs exists', () => {
    const scripts = [
      ...find('scripts/*.mjs'),
      ...find('tools/bench/*.ts'),
      ...find('tools/drills/*.ts'),
    ];
    const text = scripts.map(read).join('\n');
    const isReadFromEnvironment = (name: string) =>
      new RegExp(`process\\.env\\.${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\} = process\\.env`).test(
        text,
      );
    const known = (name: string) =>
      name in settingsSchema.shape || name in budgets || isReadFromEnvironment(name);
    expect(strangers(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g, known)).toEqual([]);
    expect(strangers(/`([A-Z][A-Z0-9_]+)=[^`]*`/g, known)).toEqual([]);
  });

  test('every error code in the docs exists', () => {
    const known = (name: string) => name in errorStatus;
    expect(
      strangers(/\b(?:code|error) `([a-z_]+)`/gi, (name) => known(name) || name === 'offline'),
    ).toEqual([]);
    expect(strangers(/"code": "(\w+)"/g, known)).toEqual([]);
  });

  test('every function, column and other name in backticks occurs in the code', () => {
    const occurs = (name: string) => code.includes(name);
    const name = /`([a-z]+(?:[A-Z]\w*|_\w+|(?=\())|[A-Z][a-z]+[A-Z]\w*)(?:\([^`]*\))?`/g;
    expect(strangers(name, occurs, 'prose')).toEqual([]);
  });
});

describe('coverage of the docs', () => {
  const settingRows = new Map(
    rowsOf(textOf('docs/configuration.md')).map(([name, fallback]) => [
      unquoted(name),
      unquoted(fallback),
    ]),
  );
  const defaults = Object.entries(settingsSchema.parse({})).map(
    ([name, value]): [string, string] => [
      name,
      typeof value === 'boolean'
        ? String(Number(value))
        : // Lists and the like are empty by default.
          typeof value === 'object'
          ? ''
          : String(value ?? ''),
    ],
  );
  const defaultOf = new Map(defaults);

  test('.env.example has every setting, in a valid form', () => {
    const settings = parseEnv(read('.env.example').replaceAll(/^#(?=[A-Z])/gm, ''));
    expect(Object.keys(settings).toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted());
    expect(() => readConfig(settings)).not.toThrow();
  });

  test.each(Object.keys(settingsSchema.shape))(
    'the docs have the setting %s with its default',
    (name) => {
      expect(settingRows.get(name)).toBe(defaultOf.get(name) || 'none');
    },
  );

  test.each(errorCodes)('the docs have the error code %s with its status', (errorCode) => {
    const row = rowsOf(textOf('docs/errors.md')).find(([name]) => unquoted(name) === errorCode);
    expect(row?.[1]).toBe(String(errorStatus[errorCode]));
    expect(row?.filter(Boolean)).toHaveLength(4);
  });

  test('errors.md has no row for a code that is gone', () => {
    const listed = rowsOf(textOf('docs/errors.md'))
      .slice(2)
      .map(([name]) => unquoted(name));
    expect(listed.filter((name) => !(name in errorStatus))).toEqual([]);
  });

  test('the docs have every npm script', () => {
    const all = documents.map(({ text }) => text).join('\n');
    const told = (name: string) => all.includes(`npm run ${name}`) || all.includes(`npm ${name}`);
    expect(scripts.filter((name) => !told(name))).toEqual([]);
  });

  test('the docs list exactly the direct dependencies, each with its declared license', () => {
    const locked = readJson('package-lock.json').packages as Record<string, { license?: string }>;
    const { workspaces } = readJson('package.json') as { workspaces: string[] };
    const names = ['.', ...workspaces].flatMap((folder) => {
      const manifest = readJson(`${folder}/package.json`);
      return ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
        Object.keys(manifest[kind] ?? {}),
      );
    });
    const rows = rowsOf(textOf('docs/dependencies.md')).slice(2);
    const listed = rows.map(([name, license]) => `${unquoted(name)}: ${license}`);
    const declared = [...new Set(names)].map((name) => {
      const license = name.startsWith('@lotkeeper/')
        ? 'ours'
        : locked[`node_modules/${name}`]?.license;
      return `${name}: ${license}`;
    });
    expect(listed.sort()).toEqual(declared.sort());
  });

  test('the docs have the people and properties of the demo, each property with its zone', () => {
    const rows = rowsOf(textOf('docs/demo.md')).map(([name = '', second = '']) => [name, second]);
    const people = demoPeople.map(({ first_name, last_name }) => `${first_name} ${last_name}`);
    expect(people.filter((name) => !rows.some(([told]) => told === name))).toEqual([]);
    const lots = demoOrganizations.flatMap((one) => one.lots);
    const told = rows
      .filter(([, zone]) => /^`\w+\/\w+`$/.test(zone ?? ''))
      .map((row) => row.map(unquoted));
    expect(told).toHaveLength(lots.length);
    for (const { name, city, timezone } of lots) {
      expect(told).toContainEqual([`${name}, ${city}`, timezone]);
    }
  });
});

describe('security.md', () => {
  const threats = rowsOf(textOf('docs/security.md'))
    .filter(([number]) => Number(number) > 0)
    .map(([number = '', , state = '', where = '', tests = '']) => ({
      number: Number(number),
      state,
      files: `${where} ${tests}`.match(/(?:[\w.<>-]+\/)+[\w.-]+\.\w+/g) ?? [],
      tests: tests.match(/[\w./-]+\.(?:test|spec)\.tsx?/g) ?? [],
    }));

  /** The numbers of the rows that fail a check. */
  const wrongRows = (isWrong: (row: (typeof threats)[number]) => boolean) =>
    threats.filter(isWrong).map(({ number }) => number);

  test('security.md lists each of the 39 threats', () => {
    const numbers = threats.map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 39 }, (_, index) => index + 1));
  });

  test('security.md gives each threat one of the states that its introduction explains', () => {
    const [introduction = ''] = textOf('docs/security.md').split('\n|');
    const states = [...introduction.matchAll(/^- \*\*(.+?)\*\*:/gm)].map(([, state]) => state);
    expect(states).toEqual(['in place', 'in part', 'later']);
    expect(wrongRows(({ state }) => !states.includes(state))).toEqual([]);
  });

  test('security.md names only files that exist, in backticks and in links', () => {
    const isThere = (path: string) =>
      existsSync(join(root, path)) || existsSync(join(root, 'docs', path));
    expect(wrongRows(({ files }) => !files.every(isThere))).toEqual([]);
  });

  test('security.md names a test for each threat that is marked as averted', () => {
    expect(wrongRows(({ state, tests }) => state === 'in place' && tests.length === 0)).toEqual([]);
  });
});

describe('decisions', () => {
  test('the list of decisions has every record, with its title', () => {
    const titles = decisions.map((path) =>
      textOf(path).replace(/^# (\d+) (.+)\n[^]*$/, `- [$1](${basename(path)}) $2`),
    );
    const listed = textOf('docs/decisions/README.md').match(/^- .+$/gm) ?? [];
    expect(listed).toEqual(titles);
  });

  test.each(decisions)(
    'the decision record %s has its number and its four headings, each with text',
    (path) => {
      const parts = textOf(path)
        .split(/^#{1,2} /m)
        .slice(1);
      const headings = parts.map((part) => part.split('\n')[0] ?? '');
      expect(headings[0]).toMatch(new RegExp(`^${basename(path).slice(0, 3)} \\S`));
      expect(headings.slice(1)).toEqual(['Status', 'Context', 'Decision', 'Consequences']);
      for (const part of parts.slice(1))
        expect(part.split('\n').slice(1).join('').trim()).not.toBe('');
    },
  );
});

describe('the example of money.md', () => {
  const rows = rowsOf(textOf('docs/money.md')).filter((row) => row.length === 9);
  const entries = rows.filter(([, kind]) => entryKinds.includes(kind as EntryKind));
  const amounts = (row: string[]) => row.slice(2).map(Number);

  const toMovement = (row: string[]) => {
    const [gross = 0, refund = 0, tax = 0, fee = 0] = amounts(row).map(cents);
    return { kind: row[1] as EntryKind, gross, refund, tax, processing_fee: fee } as Movement;
  };
  /** The commission at a rate of 10 %. */
  const computeOn = (row: string[], base: CommissionBase) => {
    const day = '2026-06-15' as LocalDate;
    const terms = { rate: 1000 as BasisPoints, bases: [{ starts_on: day, base }] };
    return computeCommission(toMovement(row), terms, day);
  };

  test('the example of money.md equals what the code computes at a rate of 10 %', () => {
    expect(entries).toHaveLength(5);
    for (const row of entries) {
      const movement = toMovement(row);
      const adjusted = computeAdjusted({ ...movement, refunds: movement.refund });
      const commission = computeOn(row, 'adjusted');
      expect(amounts(row).slice(4)).toEqual([adjusted, commission, adjusted - commission]);
    }
  });

  test('the commission of the example on each base equals what the code computes', () => {
    const byBase = rowsOf(textOf('docs/money.md')).filter((row) => row.length === 7);
    for (const base of commissionBaseNames) {
      const [, ...written] = byBase.find(([name]) => name === commissionBases[base]) ?? [];
      const made = entries.map((row) => computeOn(row, base));
      expect(written.map(Number)).toEqual([...made, made.reduce((sum, one) => sum + one, 0)]);
    }
  });

  test('the example of money.md adds up', () => {
    const sum = rows.find(([name]) => name === 'sum') ?? [];
    const columns = amounts(sum).map((_, column) =>
      entries.reduce((total, row) => total + (amounts(row)[column] ?? 0), 0),
    );
    expect(amounts(sum)).toEqual(columns);
  });
});

describe('the bridge of money.md', () => {
  const [, section = ''] = textOf('docs/money.md').split('### A bridge, worked out');
  const [example = ''] = section.split('\n## ');
  const toCents = (text = '') => Math.round(Number(text.replace(/[$,]/g, '')) * 100);
  const tables = rowsOf(example);
  const findRow = (name: string) => tables.find(([first]) => first === name) ?? [];

  /** A period's rows: hourly rentals with their deductions, and daily ones. */
  function toRows(period: PeriodRow['period'], row: readonly string[]): PeriodRow[] {
    const [, hourly = '', paid, stay = '', daily = '', paidDaily, refunds, tax, commission] = row;
    const none = {
      period,
      refunds: 0,
      tax: 0,
      processing_fee: 0,
      commission: 0,
      refund_count: 0,
      penalties: 0,
      penalty_count: 0,
      minutes: 0,
    };
    const count = (rentals: number) => ({ rentals, entry_count: rentals, stays: rentals });
    return [
      {
        ...none,
        ...count(Number(hourly)),
        rental_type: 'hourly',
        gross: toCents(paid),
        minutes: Number(hourly) * Number.parseInt(stay, 10),
        refunds: toCents(refunds),
        tax: toCents(tax),
        commission: toCents(commission),
      },
      { ...none, ...count(Number(daily)), rental_type: 'daily', gross: toCents(paidDaily) },
    ];
  }

  test('the steps of the example equal what the code computes, and add up to the change', () => {
    const [october, november] = [findRow('October'), findRow('November')];
    const { net, steps } = buildBridge([
      { pk: 1, name: 'Lot', rows: [...toRows('earlier', october), ...toRows('later', november)] },
    ]);
    expect([net.earlier.net, net.later.net]).toEqual(
      [october, november].map((row) => toCents(row.at(-1))),
    );
    const written = tables
      .filter((row) => row.length === 3 && /\$/.test(row[2] ?? ''))
      .map((row) => toCents(row[2]));
    expect(steps.map(({ amount }) => amount)).toEqual(written.slice(0, -1));
    const change = written.slice(0, -1).reduce((total, amount) => total + amount, 0);
    expect([written.at(-1), net.later.net - net.earlier.net]).toEqual([change, change]);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The spacing steps in rem; 6 keeps clear of a bar at the window’s edge. */
const steps = [0, 0.125, 0.25, 0.375, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 6];

const root = join(import.meta.dirname, '../..');
const files = globSync('**/*.css', { cwd: root }).filter(
  (file) => !file.includes('theme') && !file.endsWith('chart-colors.css'),
);

/** Every declaration in the stylesheets outside the theme, as 'file: property: value'. */
const declarations = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^\s+([a-z-]+): ([^;]+);/gm)].map(
    ([, property = '', value = '']) => ({
      property,
      value,
      text: `${file}: ${property}: ${value}`,
    }),
  ),
);

const list = (isWrong: (declaration: { property: string; value: string }) => boolean) =>
  declarations.filter(isWrong).map(({ text }) => text);

test('colors come from the theme', () => {
  expect(files.length).toBeGreaterThan(50);
  const literal =
    /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab|lch)a?\(|\b(?:white|black|red|gray|grey)$/i;
  expect(list(({ value }) => literal.test(value) && !value.startsWith('var('))).toEqual([]);
});

test('text has seven sizes, 16 px in fields on a phone, and three weights', () => {
  const size =
    /^(inherit|min\(var\(--ui-text-figure\), var\(--ui-text-plate\)\)|[\d.]+em|var\(--(mantine-font-size-(xs|sm|md|lg|xl)|ui-text-(figure|large|plate|field))\)( !important)?)$/;
  expect(list(({ property, value }) => property === 'font-size' && !size.test(value))).toEqual([]);
  const weight = /^([456]00|inherit)$/;
  expect(list(({ property, value }) => property === 'font-weight' && !weight.test(value))).toEqual(
    [],
  );
});

test('corners are round by 4, 6 or 12 px, or entirely', () => {
  const corner = /^((var\(--mantine-radius-(sm|md|lg)\)|calc\(.*--mantine-radius.*\)|0|50%) ?)+$/;
  expect(
    list(({ property, value }) => property === 'border-radius' && !corner.test(value)),
  ).toEqual([]);
});

test('controls have the theme’s heights', () => {
  const isControl = (value: string) => /^(2\.25|2\.75|3\.125|3\.75)rem$/.test(value);
  expect(list(({ property, value }) => property === 'min-height' && isControl(value))).toEqual([]);
});

test('each scheme has its own tokens', () => {
  // The build turns `light-dark()` into switches that our schemes don't set, so the declaration would be invalid.
  const all = globSync('**/*.css', { cwd: root });
  const refused = all.filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('light-dark('),
  );
  expect(refused).toEqual([]);
});

test('spacing uses fixed steps', () => {
  const isSpace = (property: string) => /^(padding|margin|gap|row-gap|column-gap)/.test(property);
  const sizes = (value: string) => [...value.matchAll(/([\d.]+)(rem|px)/g)];
  expect(
    list(
      ({ property, value }) =>
        isSpace(property) &&
        sizes(value).some(([, size, unit]) =>
          unit === 'rem' ? !steps.includes(Number(size)) : Number(size) > 4,
        ),
    ),
  ).toEqual([]);
});

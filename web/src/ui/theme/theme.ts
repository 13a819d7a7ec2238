import {
  alpha,
  type CSSVariablesResolver,
  createTheme,
  defaultCssVariablesResolver,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';

const accent: MantineColorsTuple = [
  '#eaf6fa',
  '#d3e9f1',
  '#a9d3e3',
  '#7abbd3',
  '#51a4c3',
  '#2f8db0',
  '#17728f',
  '#0f6078',
  '#0b5067',
  '#083c4f',
];

const gray: MantineColorsTuple = [
  '#f8fafb',
  '#f1f4f6',
  '#e6eaee',
  '#d7dde3',
  '#c3cbd3',
  '#8592a0',
  '#6b7785',
  '#4d5966',
  '#323c47',
  '#1b222a',
];

const dark: MantineColorsTuple = [
  '#e1e6eb',
  '#c0c8d0',
  '#9ba6b2',
  '#6f7b88',
  '#3d4751',
  '#2d363f',
  '#20272e',
  '#14191e',
  '#0f1317',
  '#0a0d10',
];

const red: MantineColorsTuple = [
  '#fef3f2',
  '#fee4e2',
  '#fecdca',
  '#fda29b',
  '#f97066',
  '#ef4a3c',
  '#d92d20',
  '#b42318',
  '#9c1c13',
  '#7a1710',
];

const yellow: MantineColorsTuple = [
  '#fffaeb',
  '#fef0c7',
  '#fedf89',
  '#fec84b',
  '#fdb022',
  '#dc8a0b',
  '#b35f09',
  '#93470d',
  '#7a3a10',
  '#5c2b0c',
];

const green: MantineColorsTuple = [
  '#ecfdf3',
  '#d1f5df',
  '#a6e9c2',
  '#6fd49b',
  '#3fbd78',
  '#20a05c',
  '#12824a',
  '#0f6b3e',
  '#0d5733',
  '#0a4127',
];

/** Every color that a component may use: the accent, two neutrals, and three with a meaning. */
export const themeColors = { accent, gray, dark, red, yellow, green };

const fontFamily = "'Inter Variable', system-ui, 'Segoe UI', Roboto, sans-serif";

// Borders divide; only what floats above the page has a shadow, always the same one.
const floatingShadow = '0 0.25rem 1rem rgba(10, 13, 16, 0.14)';

/** The only Mantine theme: 14 px text, an 8 px grid, thin borders, shades that pass AA in both schemes. */
export const theme = createTheme({
  colors: themeColors,
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 6 },
  autoContrast: true,
  // White on a brighter color than this has less than 4.5 to 1.
  luminanceThreshold: 0.18,
  black: '#14191f',
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, Menlo, Consolas, monospace',
  shadows: { xs: 'none', sm: 'none', md: floatingShadow, lg: floatingShadow, xl: floatingShadow },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.125rem', sm: '0.25rem', md: '0.375rem', lg: '0.5rem', xl: '0.75rem' },
  defaultRadius: 'md',
  headings: {
    fontFamily,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
      h4: { fontSize: '0.8125rem', lineHeight: '1.45' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
});

// Mantine darkens these below our page's background, which would make a chosen day invisible.
function darkTints(): Record<string, string> {
  const entries = Object.entries({ accent, red, yellow, green }).flatMap(([name, shades]) => [
    [`--mantine-color-${name}-light`, alpha(shades[4], 0.2)],
    [`--mantine-color-${name}-light-hover`, alpha(shades[4], 0.3)],
  ]);
  return Object.fromEntries(entries);
}

/** Mantine's variables, except the few that fail contrast on our neutrals. */
export const cssVariablesResolver: CSSVariablesResolver = (theme) => {
  const all = defaultCssVariablesResolver(theme);
  return {
    variables: all.variables,
    light: {
      ...all.light,
      '--mantine-color-error': theme.colors.red[7],
      '--mantine-color-success': theme.colors.green[7],
      '--mantine-color-placeholder': theme.colors.gray[6],
      // A field's border must be visible in sunlight: 3 to 1.
      '--mantine-color-default-border': theme.colors.gray[5],
      '--mantine-color-dimmed': theme.colors.gray[7],
    },
    dark: {
      ...all.dark,
      ...darkTints(),
      '--mantine-color-error': theme.colors.red[4],
      '--mantine-color-success': theme.colors.green[4],
      '--mantine-color-placeholder': theme.colors.dark[2],
      '--mantine-color-default-border': theme.colors.dark[3],
      '--mantine-color-default': theme.colors.dark[7],
      '--mantine-color-default-hover': theme.colors.dark[6],
    },
  };
};

/** Remembers light, dark, or auto on this device; does nothing if storage is blocked. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' });

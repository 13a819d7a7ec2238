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
  '#f6f7f9',
  '#eef0f3',
  '#e9ecf0',
  '#e4e7ec',
  '#c9d0d9',
  '#7f8b99',
  '#667085',
  '#475467',
  '#344054',
  '#1d2939',
];

const dark: MantineColorsTuple = [
  '#f2f4f7',
  '#b4bcc6',
  '#8d97a3',
  '#6f7b88',
  '#262d35',
  '#20262d',
  '#1d232a',
  '#151a20',
  '#0d1115',
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

// Cards have a shadow that is hardly there, in global.css; what floats above the page has this one.
const floatingShadow = '0 0.25rem 1rem rgba(16, 24, 40, 0.14)';

/** The only Mantine theme: few sizes, weights and corners, thin borders, shades that pass AA in both schemes. */
export const theme = createTheme({
  colors: themeColors,
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 6 },
  autoContrast: true,
  // White on a brighter color than this has less than 4.5 to 1.
  luminanceThreshold: 0.18,
  black: '#101828',
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, Menlo, Consolas, monospace',
  shadows: { xs: 'none', sm: 'none', md: floatingShadow, lg: floatingShadow, xl: floatingShadow },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '0.9375rem', xl: '1.375rem' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.25rem', md: '0.375rem', lg: '0.75rem', xl: '0.75rem' },
  defaultRadius: 'md',
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
      '--mantine-color-text': theme.colors.dark[0],
      '--mantine-color-dimmed': theme.colors.dark[1],
      '--mantine-color-default-border': theme.colors.dark[3],
      '--mantine-color-default': theme.colors.dark[7],
      '--mantine-color-default-hover': theme.colors.dark[6],
    },
  };
};

/** Remembers light, dark, or auto on this device; does nothing if storage is blocked. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' });

/**
 * The values behind the names; chart-colors.css is written from here by chart-palette.test.ts.
 * At least 3 to 1 on a panel, and at least 0.09 apart in OKLab for normal, red-blind, green-blind
 * and blue-blind eyes: change one and the distances must be measured again.
 */
export const chartPalette = {
  light: {
    blue: '#1e52ce',
    orange: '#b85c14',
    teal: '#0f9f95',
    magenta: '#aa227b',
    gold: '#c08a07',
    violet: '#9d76ec',
    green: '#10581b',
    slate: '#313844',
  },
  dark: {
    blue: '#386be9',
    orange: '#e46310',
    teal: '#7ad2bf',
    magenta: '#cb79a7',
    gold: '#dfb800',
    violet: '#b191ff',
    green: '#6cfea3',
    slate: '#5e6672',
  },
};

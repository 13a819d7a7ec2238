/**
 * The colors behind the names. chart-palette.test.ts generates chart-colors.css from here; it
 * checks a contrast of 3 to 1 on a panel, and that color-blind eyes can distinguish the categories.
 * The steps are for ordered values, such as stars: one hue, stronger for more.
 */
export const chartPalette = {
  light: {
    blue: '#1e52ce',
    orange: '#b85c14',
    teal: '#0f9f95',
    magenta: '#a01f86',
    gold: '#c08a07',
    violet: '#9d76ec',
    green: '#10581b',
    slate: '#313844',
    step1: '#1294cc',
    step2: '#0079b3',
    step3: '#005f94',
    step4: '#004671',
    step5: '#002d4c',
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
    step1: '#006f92',
    step2: '#008eb6',
    step3: '#30add6',
    step4: '#70ccee',
    step5: '#b4e7fc',
  },
};

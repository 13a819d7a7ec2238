/**
 * The colors of charts, by what they say; they are the same on every page. A measure is `main`, and
 * `whole` is what `main` is a part of: net inside gross. What took away is `lost`; totals and
 * what is compared are `quiet`. The steps are for parts of one thing and for ordered values: one
 * hue, stronger for more. chart-palette.test.ts generates chart-colors.css from here.
 */
export const chartPalette = {
  light: {
    main: '#0b5067',
    whole: '#529db8',
    lost: '#b85c14',
    pending: '#c08a07',
    quiet: '#667085',
    step1: '#529db8',
    step2: '#388ba8',
    step3: '#207893',
    step4: '#0a647e',
    step5: '#025166',
    step6: '#013e4f',
    step7: '#002c39',
  },
  dark: {
    main: '#77c0de',
    whole: '#2e6f88',
    lost: '#e46310',
    pending: '#dfb800',
    quiet: '#8d97a3',
    step1: '#2e6f88',
    step2: '#3783a0',
    step3: '#4696b5',
    step4: '#5cabcb',
    step5: '#77c0de',
    step6: '#99d5ee',
    step7: '#c2e8f8',
  },
};

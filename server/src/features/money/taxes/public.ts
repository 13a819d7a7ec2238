export { readWrongTaxes } from './wrong-taxes.ts';

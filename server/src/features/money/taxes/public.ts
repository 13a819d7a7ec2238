export type { TaxShare, TaxTaken } from './tax-shares.ts';
export {
  divideTaxes,
  selectAuthorities,
  selectRates,
  selectTaxTaken,
  selectTaxWithout,
} from './tax-shares.ts';
export { readWrongTaxes } from './wrong-taxes.ts';

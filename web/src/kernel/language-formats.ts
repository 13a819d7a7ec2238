import { createContext, use } from 'react';
import {
  formatAgo,
  formatCount,
  formatDateLong,
  formatInstant,
  formatMoneyExact,
  formatMoneyShort,
} from './format.ts';

export const englishFormats = {
  formatMoney: formatMoneyExact,
  formatPrice: formatMoneyShort,
  formatCount,
  formatDay: formatDateLong,
  formatInstant,
  formatAgo,
};

/** How money, counts, days and times are written in the page's language. */
export type Formats = typeof englishFormats;

export const FormatsContext = createContext(englishFormats);

export const useFormats = (): Formats => use(FormatsContext);

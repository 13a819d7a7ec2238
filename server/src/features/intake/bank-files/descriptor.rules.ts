import { maxDescriptor } from '@lotkeeper/contract/money/bank';

const lastFour = (number: string) => `…${number.slice(-4)}`;

/** What is kept of a description: one line of up to 140 characters, without account and card numbers. */
export function cleanDescriptor(text: string): string {
  const line = text
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\ufffd]+/gu, ' ')
    .trim()
    .slice(0, 2000);
  return line
    .replace(/\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g, lastFour)
    .replace(/\b(?:\d{4}[ -]){2,4}\d{1,4}\b/g, (number) => lastFour(number.replace(/\D/g, '')))
    .replace(/\d{8,}/g, lastFour)
    .slice(0, maxDescriptor)
    .toWellFormed()
    .trim();
}

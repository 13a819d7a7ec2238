/** A name in lowercase, its words separated by spaces: `Amount (USD)` is `amount usd`. */
export const foldName = (name: string) =>
  name
    .slice(0, 100)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const otherCurrency = /[€£¥₹]|\b(?:EUR|GBP|CAD|MXN|AUD|CHF|JPY)\b/;

/** The sign or code of another currency than US dollars in a cell; null without one. */
export const findOtherCurrency = (cell: string) => otherCurrency.exec(cell)?.[0] ?? null;

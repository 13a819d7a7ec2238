/** Number of page buttons shown at once. */
const maxButtons = 3;

/** The pages with a button: the current one is in the middle if there is room on both sides. */
export function pagesAround(page: number, last: number): number[] {
  const buttonCount = Math.min(maxButtons, last);
  const first = Math.max(1, Math.min(page - 1, last - buttonCount + 1));
  return Array.from({ length: buttonCount }, (_, index) => first + index);
}

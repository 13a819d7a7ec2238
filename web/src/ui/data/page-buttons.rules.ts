/** Numbers of pages that are shown at once. */
const maxButtons = 3;

/** The pages that buttons lead to: the one that is open in their middle, where there is room on both sides. */
export function pagesAround(page: number, last: number): number[] {
  const buttonCount = Math.min(maxButtons, last);
  const first = Math.max(1, Math.min(page - 1, last - buttonCount + 1));
  return Array.from({ length: buttonCount }, (_, index) => first + index);
}

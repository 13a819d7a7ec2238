/** The possible ratings, best first, with their chart colors. */
export const starLevels = [
  { key: '5', label: '5 stars', color: 'step5' },
  { key: '4', label: '4 stars', color: 'step4' },
  { key: '3', label: '3 stars', color: 'step3' },
  { key: '2', label: '2 stars', color: 'step2' },
  { key: '1', label: '1 star', color: 'step1' },
] as const;

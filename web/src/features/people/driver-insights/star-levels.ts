/** The possible ratings, best first. */
export const starLevels = [5, 4, 3, 2, 1] as const;

export const formatStars = (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`);

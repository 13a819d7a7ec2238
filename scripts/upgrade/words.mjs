/** What keeps an upgrade from succeeding; its message is for the operator. */
export class Refusal extends Error {}

export const print = (line) => console.log(line);

/** Whether a release comes before another one: 0.9.0 before 0.10.0. */
export const isOlderRelease = (release, other) =>
  release.localeCompare(other, 'en', { numeric: true }) < 0;

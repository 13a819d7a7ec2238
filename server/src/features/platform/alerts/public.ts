export type { NamedAlert } from './alert-facts.rules.ts';
export { describeAlert } from './alert-words.rules.ts';
export { readAlertLimits } from './limits.queries.ts';
export type { Detector, OpenDetectors, Problem } from './problem.ts';

export type { NamedAlert } from './alert-facts.rules.ts';
export { describeAlert } from './alert-words.rules.ts';

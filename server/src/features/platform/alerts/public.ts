export type { NamedAlert } from './alert-words.rules.ts';
export { describeAlert } from './alert-words.rules.ts';

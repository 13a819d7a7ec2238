export { queueMatching } from './bank.jobs.ts';
export { sumBank } from './bank-figures.queries.ts';

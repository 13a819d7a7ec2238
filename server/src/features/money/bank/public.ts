export { queueMatching } from './bank.jobs.ts';

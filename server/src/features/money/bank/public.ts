export { queueMatching } from './bank.jobs.ts';
export type { BankedPayout } from './bank-figures.queries.ts';
export { readBankedDays } from './bank-figures.queries.ts';

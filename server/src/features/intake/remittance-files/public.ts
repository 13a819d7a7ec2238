export type { RemittanceFile, RemittanceLine } from './read-remittance.ts';
export { foldReference } from './reference.rules.ts';
export type { RemittanceRequest } from './remittance.worker.ts';

export { diffValues } from './audit-changes.ts';

export { endAuditorLink } from './auditor-links.queries.ts';

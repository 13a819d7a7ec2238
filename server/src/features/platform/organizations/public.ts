export { readOrganization } from './organization-name.ts';

export { hasPeople } from './setup.queries.ts';

export { CloseLinkRow } from './close-link.tsx';

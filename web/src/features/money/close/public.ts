export { CloseLinkPanel } from './close-link.tsx';

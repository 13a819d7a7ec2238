export { LinksPanel } from './links-panel.tsx';

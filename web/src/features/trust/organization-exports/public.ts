export { ExportsPanel } from './exports-panel.tsx';

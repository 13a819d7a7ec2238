export { AlertLink } from './alert-row.tsx';

export { AlertLink, joinSentences } from './alert-row.tsx';

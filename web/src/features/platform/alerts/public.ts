export { AlertLink } from './alert-row.tsx';
export {
  allowBrowser,
  confirmBrowser,
  explainPushError,
  findPushAbility,
  pushObstacles,
} from './push-browser.ts';

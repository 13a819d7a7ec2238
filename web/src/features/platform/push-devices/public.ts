export {
  allowBrowser,
  confirmBrowser,
  explainPushError,
  findPushAbility,
  pushObstacles,
} from './push-browser.ts';

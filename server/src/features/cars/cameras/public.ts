export { improbable, usualDays, usualWeeks } from './usual-reads.ts';

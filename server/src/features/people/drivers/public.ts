export { isContactShown } from './contact-shown.ts';

export { codePurpose, consumeLoginCode, loginCodeJob } from './login-codes.ts';

export { codePurpose, consumeLoginCode, sendOwnCode } from './login-codes.ts';

export { codePurpose, consumeLoginCode, sendOwnCode } from './login-codes.ts';
export { endSignInBlock, listSignInBlocks } from './sign-in-blocks.ts';

export { codePurpose, consumeLoginCode, sendOwnCode, sessionCaller } from './login-codes.ts';
export { endSignInBlock, listSignInBlocks } from './sign-in-blocks.ts';

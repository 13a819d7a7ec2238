export { LetterChoice } from './letter-choice.tsx';

import { afterAll } from 'vitest';
import { clearAway } from './at-end.ts';

// Here and not where it is defined: test files of one worker share modules, and each has hooks of its own.
afterAll(clearAway);

import { afterAll } from 'vitest';
import { clearAway } from './at-end.ts';

// Called here because test files of one worker share modules, while each has its own hooks.
afterAll(clearAway);

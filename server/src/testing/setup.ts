import { afterAll } from 'vitest';
import { clearAway } from './at-end.ts';
import { writeNotedRows } from './noted-rows.ts';

// Called here because test files of one worker share modules, while each has its own hooks.
afterAll(clearAway);
afterAll(writeNotedRows);

// Makes ten requests a second, and prints how long they took; argv is a SteadyOrder in JSON.
import type { SteadyOrder } from './samples.ts';
import { askSteadily } from './samples.ts';

const { caller, paths, seconds } = JSON.parse(process.argv[2] ?? '') as SteadyOrder;
const samples = await askSteadily(caller, paths, AbortSignal.timeout(seconds * 1000));
process.stdout.write(JSON.stringify(samples), () => process.exit(0));

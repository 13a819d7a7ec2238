import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const module = join(import.meta.dirname, 'process-faults.ts');

/** Runs a program with watched faults; returns its exit code and output. */
async function run(body: string) {
  const program = `
    import { createFaultReporter, watchProcessFaults } from ${JSON.stringify(module)};
    watchProcessFaults(createFaultReporter(console.error), () => {
      console.log('stopped in order');
      process.exit(1);
    });
    ${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  let out = '';
  let error = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (error += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, error };
}

test('a process keeps running after unhandled rejections, and each is logged with its stack and counted', async () => {
  const { code, out, error } = await run(`
    function forgotten() { Promise.reject(new Error('first')); }
    forgotten();
    setImmediate(() => {
      Promise.reject({ plate: 'ABC 123' });
      setImmediate(() => console.log('still here'));
    });`);
  expect(code).toBe(0);
  expect(out).toContain('still here');
  expect(error).toMatch(/Fault \(unhandled rejection, 1 so far\): Error: first\n +at forgotten/);
  expect(error).toContain('Fault (unhandled rejection, 2 so far)');
  expect(error).not.toContain('ABC 123');
});

test('a process shuts down with code 1 after an uncaught exception', async () => {
  const { code, out, error } = await run(`
    setImmediate(() => { throw new Error('half done'); });
    setTimeout(() => {}, 60_000);`);
  expect(code).toBe(1);
  expect(out).toBe('stopped in order\n');
  expect(error).toContain('Fault (uncaught exception, 1 so far): Error: half done');
});

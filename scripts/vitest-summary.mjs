import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './bootstrap.mjs';

/** A reporter of vitest that writes what `npm test` says at its end into the file that SUMMARY_FILE names. */
export default class VitestSummary {
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const failures = [];
    const unsteady = [];
    for (const module of modules) {
      const file = relative(root, module.moduleId);
      for (const test of module.children.allTests()) {
        const name = `${file} › ${test.fullName}`;
        const { state } = test.result();
        counts[state === 'pending' ? 'skipped' : state] += 1;
        if (state === 'failed') failures.push(name);
        else if (test.diagnostic()?.flaky) unsteady.push(name);
      }
      // Errors of the file itself or of its hooks; a run that was broken off has files that never ran.
      if (module.errors().length > 0 || module.state() === 'queued') {
        counts.failed += 1;
        failures.push(file);
      }
    }
    writeFileSync(process.env.SUMMARY_FILE, JSON.stringify({ ...counts, failures, unsteady }));
  }
}

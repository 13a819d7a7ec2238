import { StartError } from '../kernel/start-error.ts';
import { printLine, runCommand } from './command.ts';

const usage = 'Usage: npm run migrate. It takes no arguments.';

/** Applies this version's migrations while Lotkeeper is in use; every command does so before its work. */
await runCommand({
  usage,
  read: (args) => {
    if (args.length > 0) throw new StartError(usage);
    return async (_database, _config, applied) => {
      const isUpToDate = applied.length === 0;
      printLine(
        isUpToDate ? 'All migrations are already applied.' : `Applied: ${applied.join(', ')}.`,
      );
      return 0;
    };
  },
});

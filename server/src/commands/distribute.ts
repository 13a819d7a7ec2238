import { distribute } from '../distribution/distribute.ts';
import { StartError } from '../kernel/start-error.ts';
import { printLine, runCommand } from './command.ts';

const usage = 'Usage: npm run distribute.';

await runCommand({
  usage,
  read: (args) => {
    if (args.length > 0) throw new StartError(usage);
    return async (database) => {
      await distribute(database, printLine);
      printLine('The tables are distributed.');
      return 0;
    };
  },
});

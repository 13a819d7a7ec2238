import { distribute } from '../distribution/distribute.ts';
import { StartError } from '../kernel/start-error.ts';
import { printLine, runCommand } from './command.ts';

await runCommand((args) => {
  if (args.length > 0) throw new StartError('Usage: npm run distribute.');
  return async (database) => {
    await distribute(database, printLine);
    printLine('The tables are distributed.');
    return 0;
  };
});

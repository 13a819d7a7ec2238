import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { maxZipBytes } from '@lotkeeper/evidence/packet-zip';
import { verifyPacket } from '@lotkeeper/evidence/verify-packet';
import { StartError } from '../kernel/start-error.ts';
import { asksForHelp, printLine, resolvePath } from './command.ts';
import { listVerdictLines } from './packet-messages.ts';

const usage =
  'Usage: npm run evidence:verify -- packet.zip, or with --key and the fingerprint that the operator handed out. Repeat --key for each of several keys.';

/** Only 0 means that nothing is left to check. */
const exitCodes = { proved: 0, failed: 1, unreadable: 2, 'proved in part': 3 } as const;
const wrongUse = 2;

function readArguments(args: string[]): { path: string; keys: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { key: { type: 'string', multiple: true, default: [] } },
      allowPositionals: true,
    });
    const [act, path, ...rest] = positionals;
    if (act !== 'verify' || path === undefined || rest.length > 0) throw new StartError(usage);
    return { path, keys: values.key.map((key) => key.toLowerCase()) };
  } catch {
    throw new StartError(usage);
  }
}

const fileProblems: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'can’t be read by your account',
};

/** Reads a file that may be a packet, unless it's too large to be one. */
async function readPacket(path: string): Promise<Uint8Array> {
  const file = await open(resolvePath(path)).catch((error: unknown) => {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new StartError(`${path} ${fileProblems[code] ?? `can't be opened (${code})`}.`);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new StartError(`${path} is not a file. Name the ZIP of a packet.`);
    if (stats.size > maxZipBytes)
      throw new StartError(`${path} is larger than a packet can be (${maxZipBytes} bytes).`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function run(args: string[]): Promise<number> {
  if (asksForHelp(args)) {
    printLine(usage);
    return 0;
  }
  const { path, keys } = readArguments(args);
  const wrongKey = keys.find((key) => !/^[0-9a-f]{64}$/.test(key));
  if (wrongKey !== undefined)
    throw new StartError(`${wrongKey} is not a fingerprint: those have 64 hexadecimal digits.`);
  const bytes = await readPacket(path);
  const verdict = await verifyPacket(bytes, keys.length > 0 ? { trustedKeys: keys } : {});
  for (const line of listVerdictLines(verdict)) printLine(line);
  // Anyone can sign a packet with a key of their own.
  const isSignerKnown = keys.length > 0 || verdict.verdict !== 'proved';
  return exitCodes[isSignerKnown ? verdict.verdict : 'proved in part'];
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof StartError;
  process.stderr.write(`${isExpected ? error.message : `The command failed: ${String(error)}`}\n`);
  process.exitCode = wrongUse;
}

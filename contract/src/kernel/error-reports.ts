/** The share of requests and page loads that are traced. */
export const traceSampleRate = 0.2;

/**
 * Whether a DSN can be used: `https://{public key}@{host}/{project}`, or `http://` on this machine. Pages publish
 * it, so it must not contain a secret.
 */
export function isErrorReportingDsn(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(value);
  const isLocal = protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname);
  if (protocol !== 'https:' && !isLocal) return false;
  return (
    /^\w+$/.test(username) && !password && /^(\/[\w-]+)*\/\d+$/.test(pathname) && !search && !hash
  );
}

/** Messages of JavaScript engines, without the values they insert. */
const engineMessages = [
  'Cannot read properties of undefined',
  'Cannot read properties of null',
  'Cannot set properties of undefined',
  'Cannot set properties of null',
  'Cannot destructure property',
  'Cannot convert undefined or null to object',
  'Assignment to constant variable',
  'before initialization',
  'is not a function',
  'is not a constructor',
  'is not iterable',
  'is not defined',
  'is not an object',
  'is not valid JSON',
  'Unexpected end of JSON input',
  'Maximum call stack size exceeded',
  'too much recursion',
  'Invalid array length',
  'Invalid time value',
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Loading chunk failed',
  'Failed to execute',
  'fetch failed',
  'The operation was aborted due to timeout',
] as const;

const minifiedReactError = /Minified React error #\d{1,4}(?!\d)/;

/**
 * The type and message of an error that are safe to report. A message can contain a plate, a name or a token, so
 * only the fixed part of an engine's message and an error code are kept.
 */
export function describeError(error: unknown): { type: string; value: string } {
  if (typeof error !== 'object' || error === null) {
    return { type: 'Error', value: `A value of type ${typeof error} was thrown` };
  }
  const { name, message, code } = error as Record<string, unknown>;
  const type = typeof name === 'string' && /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error';
  const text = typeof message === 'string' ? message : '';
  const known =
    minifiedReactError.exec(text)?.[0] ?? engineMessages.find((part) => text.includes(part));
  // Codes of Node and Fastify, and SQLSTATE codes.
  const isCode =
    typeof code === 'string' && /^(?:[A-Z]+(?:_[A-Z]+)+|E[A-Z]{4,20}|[0-9][0-9A-Z]{4})$/.test(code);
  const details = [known, isCode ? `code ${code}` : undefined].filter(Boolean);
  return { type, value: details.join(', ') || 'The message is not reported' };
}

/** A function name from a stack; `?` if it contains anything but an identifier. */
export const cleanFunctionName = (name: string | undefined): string =>
  name !== undefined && /^[\w$.<>[\] #]{1,100}$/.test(name) ? name : '?';

/** A terminal or a log. */
interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** How often a log gets a line. */
const logIntervalMs = 10_000;
const clearLine = '\r\u001b[K';

/** Shows a command's progress: on a terminal as one line that changes, in a log as a line every ten seconds. */
export function openProgress(output: Output, now: () => number = () => performance.now()) {
  let shownAt = now();
  return {
    show(text: string): void {
      if (output.isTTY) output.write(`${clearLine}${text}`);
      else if (now() - shownAt >= logIntervalMs) {
        output.write(`${text}\n`);
        shownAt = now();
      }
    },
    /** Clears the line of a terminal. */
    end(): void {
      if (output.isTTY) output.write(clearLine);
    },
  };
}

/** Whether only programs on the same machine can reach a URL. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1?\]|0\.0\.0\.0)$/.test(hostname);
}

/** Says that messages were too large, and what to do about it. */
export const describeTooLarge = (count: number, ago: string): string =>
  count === 1
    ? `A message over 12 MB was refused ${ago}. Have the camera send smaller images.`
    : `${count} messages over 12 MB were refused, the last ${ago}. Have the camera send smaller images.`;

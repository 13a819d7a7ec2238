/** New sessions' tokens for the demo's printed links, which can be exchanged any number of times. */
export async function exchangeLinks(links: readonly string[]): Promise<Record<string, string>> {
  const pairs = links.map(async (link) => {
    const { origin, pathname } = new URL(link);
    const response = await fetch(`${origin}/api/auth/ticket/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket: pathname.split('/').at(-1) }),
    });
    if (!response.ok) throw new Error(`A printed link answered ${response.status}.`);
    return [link, ((await response.json()) as { token: string }).token] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

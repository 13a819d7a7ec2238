import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

/** Serves the page with every component, from its sources. */
export async function serveComponents(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = await createServer({
    configFile: false,
    root: join(import.meta.dirname, 'components'),
    cacheDir: join(import.meta.dirname, '../../node_modules/.cache/components'),
    logLevel: 'error',
    plugins: [react()],
    server: { host: '127.0.0.1', port: 0, fs: { allow: ['../../..'] }, hmr: false },
  });
  await server.listen();
  const [url] = server.resolvedUrls?.local ?? [];
  if (!url) throw new Error('The page of components has no address.');
  return { url, stop: () => server.close() };
}

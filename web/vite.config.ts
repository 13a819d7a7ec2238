import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { codeSplitting } from './code-splitting.ts';

/** Compresses the built files once, so the server never does. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle(options) {
      const folder = join(options.dir ?? '', 'assets');
      for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const bytes = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
      }
    },
  };
}

/** Pages opened on phones with a slow connection: they have no router, and their font is loaded once the page is there. */
const phonePages = readdirSync(join(import.meta.dirname, 'src/app/phones')).map((file) =>
  toRoute(file.replace(/\.tsx$/, '')),
);

/** The page routes of the app, such as `/login`: of the router, as its plugin generates them, and those of phones. */
function readRoutes(): string[] {
  const tree = readFileSync(join(import.meta.dirname, 'src/app/route-tree.gen.ts'), 'utf8');
  const [, union = ''] = /\n  fullPaths:([^;]+);/.exec(tree) ?? [];
  return [...[...union.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? ''), ...phonePages];
}

/** The URL of a route's file: parts that begin with _ aren't in it, nor is a _ at the end of one. */
function toRoute(file: string): string {
  const segments = file.split(/[/.]/).filter((part) => !part.startsWith('_') && part !== 'index');
  return `/${segments.map((part) => part.replace(/_$/, '')).join('/')}`;
}

/**
 * Writes the page routes into the build, each with the files that its page needs besides those of index.html:
 * the server knows which URLs are pages, and names their files before any code asks for them.
 */
function pageRoutes(): Plugin {
  return {
    name: 'page-routes',
    apply: 'build',
    // After the files that have nothing but styles are gone.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const findChunk = (fileName: string) => chunks.find((chunk) => chunk.fileName === fileName);
      const collect = (chunk: (typeof chunks)[number] | undefined, found = new Set<string>()) => {
        if (!chunk || found.has(chunk.fileName)) return found;
        found.add(chunk.fileName);
        for (const file of chunk.imports) collect(findChunk(file), found);
        for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file);
        return found;
      };
      const findModule = (name: RegExp) =>
        chunks.find(({ moduleIds }) => moduleIds.some((id) => name.test(id)));
      const first = collect(chunks.find((chunk) => chunk.isEntry));
      const ofRouter = collect(findModule(/src\/app\/pages\.tsx$/));
      // A route around pages and the page at its URL share a name.
      const filesByRoute = new Map<string, Set<string>>();
      for (const chunk of chunks) {
        for (const id of chunk.moduleIds) {
          const [, routed, phones] =
            /src\/app\/(?:routes\/(.+)\.tsx\?tsr-split=component|phones\/(.+)\.tsx)$/.exec(id) ??
            [];
          const route = toRoute(routed ?? phones ?? '');
          const known = filesByRoute.get(route) ?? new Set(routed ? ofRouter : []);
          if (routed || phones) filesByRoute.set(route, collect(chunk, known));
        }
      }
      const font = Object.values(bundle).find(
        (file) => file.type === 'asset' && file.names.includes('inter-basic-400-700.woff2'),
      );
      const routes = readRoutes().map((route) => {
        const files = filesByRoute.get(route.replace(/(?<=.)\/$/, '')) ?? ofRouter;
        const fonts = font && !phonePages.includes(route) ? [font.fileName] : [];
        return [route, [...[...files].filter((file) => !first.has(file)), ...fonts]] as const;
      });
      if (routes.length === 0) this.error('The generated route tree names no pages.');
      const source = JSON.stringify(Object.fromEntries(routes));
      this.emitFile({ type: 'asset', fileName: 'pages.json', source });
    },
  };
}

/** Writes the server's settings into index.html, as the server does in the build. `npm run dev` passes them. */
function pageSettings(): Plugin {
  return {
    name: 'page-settings',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace('"__SETTINGS__"', () => process.env.PAGE_SETTINGS ?? '{}'),
  };
}

/** Writes the manifest that lets a phone install the pages as an app, and links it in index.html. */
function appManifest(): Plugin {
  const icons = [
    { file: 'icon-192.png', sizes: '192x192', purpose: 'any' },
    { file: 'icon-512.png', sizes: '512x512', purpose: 'any' },
    { file: 'icon-full-512.png', sizes: '512x512', purpose: 'maskable' },
  ];
  let manifest = '';
  return {
    name: 'app-manifest',
    apply: 'build',
    enforce: 'pre',
    generateBundle() {
      const emit = (name: string, source: string | Buffer) =>
        `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
      const emitIcon = ({ file, ...icon }: (typeof icons)[number]) => {
        const source = readFileSync(join(import.meta.dirname, 'src/app/brand', file));
        return { src: emit(file, source), type: 'image/png', ...icon };
      };
      manifest = emit(
        'app.webmanifest',
        JSON.stringify({
          name: 'Lotkeeper',
          short_name: 'Lotkeeper',
          id: '/',
          start_url: '/',
          display: 'standalone',
          background_color: '#f6f7f9',
          theme_color: '#0b5067',
          icons: icons.map(emitIcon),
        }),
      );
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'link', attrs: { rel: 'manifest', href: manifest } }],
    },
  };
}

/** Proxies the server's URLs while Vite serves the pages. */
const serverUrl = process.env.SERVER_URL;
const proxy = serverUrl && {
  '^/(api/|processor/|push-worker\\.js)': serverUrl,
  '/live': { target: serverUrl, ws: true },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/app/routes',
      generatedRouteTree: './src/app/route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    compressed(),
    pageRoutes(),
    pageSettings(),
    appManifest(),
  ],
  ...(proxy && { server: { strictPort: true, proxy } }),
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting,
        // Content blockers stop names that contain words such as "advertising".
        hashCharacters: 'hex',
        entryFileNames: 'assets/[hash].js',
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
      },
    },
  },
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

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

/** Writes the page routes into the build, so the server knows which URLs are pages and answers 404 to the others. */
function pageRoutes(): Plugin {
  return {
    name: 'page-routes',
    apply: 'build',
    generateBundle() {
      // The router plugin generates this file from the files under src/app/routes.
      const tree = readFileSync(join(import.meta.dirname, 'src/app/route-tree.gen.ts'), 'utf8');
      const [, union = ''] = /\n  fullPaths:([^;]+);/.exec(tree) ?? [];
      const routes = [...union.matchAll(/'([^']+)'/g)].map((match) => match[1]);
      if (routes.length === 0) this.error('The generated route tree names no pages.');
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(routes) });
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
          background_color: '#f8fafb',
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
  '^/(api|processor)/': serverUrl,
  '/live': { target: serverUrl, ws: true },
};

/**
 * Every file has overhead, and small ones compress worse, so what is loaded together is one file:
 * first what every URL needs, then what the login adds, then the frame of the signed-in pages, then
 * what many of those share. Each takes along the dependencies that none before it took, so no file
 * waits for one that waits for it.
 */
const codeSplitting = {
  groups: [
    { name: 'base', tags: ['$initial' as const], priority: 4 },
    { name: 'login', test: /src\/features\/session\/login\.page\.tsx$/, priority: 3 },
    {
      name: 'frame',
      test: /src\/(app\/(shell\/shell|signed-in|organization-area|spot-area)|ui\/form\/form-failure)\.tsx$|use-(debounced|dialog)|chevron-left/,
      priority: 2,
    },
    // The routes around a page, one per line.
    {
      name: 'areas',
      test: /routes\/_auth(\/_shell(\/organization\/\$organizationId(\/spots\/\$spotId)?)?)?\.tsx\?tsr-split/,
      priority: 2,
    },
    // Dialogs are loaded on a click. They must not get into what all pages share.
    {
      name: 'overlay',
      test: /@mantine\/core\/esm\/core\/|\/(OptionalPortal|FocusTrap|Overlay|ScrollArea)\.mjs$/,
      priority: 1.9,
    },
    { name: 'popover', test: /\/Popover\/Popover\.mjs$/, priority: 1.8 },
    { name: 'select', test: /src\/ui\/form\/select-input\.tsx$/, priority: 1.7 },
    { name: 'dialog', test: /src\/ui\/frame\/(dialog|confirm-dialog)\.tsx$/, priority: 1.6 },
    // What every view of the calendar library needs.
    { name: 'calendar-library', test: /@full(calendar|-ui)\//, minShareCount: 3, priority: 1.5 },
    { name: 'recurrence', test: /contract\/src\/(calendar-days|recurrence)\.ts$/, priority: 1.5 },
    // The overview and half of the pages don't calculate with days.
    {
      name: 'calendar',
      test: /contract\/src\/kernel\/(calendar|local-date|weekdays)\.ts$/,
      priority: 2,
    },
    { name: 'pages', minShareCount: 10, priority: 1 },
  ],
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

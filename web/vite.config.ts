import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

/** Compresses the built files once, so that the server never does. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle(options) {
      const folder = join(options.dir ?? '', 'assets');
      for (const name of readdirSync(folder).filter((one) => /\.(js|css|svg)$/.test(one))) {
        const bytes = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
      }
    },
  };
}

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
  ],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});

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

interface Graph {
  getModuleInfo(id: string): { importers: string[] } | null;
}

/** Whether what `from` names loads a module, by whatever way of imports. */
function isLoadedBy(from: RegExp, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (from.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return importers.some((one) => isLoadedBy(from, one, graph, seen));
}

const everybody = /src\/app\/(main\.tsx|routes\/(__root|login|auth\.\$token)\.tsx)/;
const signedIn = /src\/app\/routes\/_auth(\._shell)?\.tsx/;

/**
 * What every page behind the sign-in loads, and no page before it, in one file: each of dozens of small
 * ones would cost its own headers, and compress worse. Routes themselves stay apart: they are loaded by name.
 */
const shell = {
  name: (id: string, graph: Graph) =>
    !/src\/app\/routes\//.test(id) &&
    !isLoadedBy(everybody, id, graph) &&
    isLoadedBy(signedIn, id, graph)
      ? 'shell'
      : null,
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
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [shell] } },
    },
  },
});

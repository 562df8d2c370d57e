import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'

const API = 'http://localhost:30000'

/**
 * Each script is a task of its own before anything is drawn, so those that most screens need come together: what the first page imports,
 * what forty or more screens and dialogs share, and the many icons and hooks of a few lines. Everything else is split by who needs it.
 */
const GROUPS = [
  { name: 'inicio', tags: ['$initial' as const] },
  { name: 'iconos', test: /@tabler/, minShareCount: 2 },
  { name: 'ganchos', test: /@mantine\/hooks/, minShareCount: 2 },
  { name: 'marco', minShareCount: 40 },
]

export default defineConfig({
  plugins: [react()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    target: 'es2023',
    sourcemap: true,
    modulePreload: {
      // Browsers that run what is built preload modules by themselves.
      polyfill: false,
      // A page's own imports name its scripts; a second list of them in the first script would grow with every screen.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter((name) => name.endsWith('.css')) : dependencies,
    },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
    // Which file needs which: what the budgets of e2e/bundle-budget.test.ts add up.
    manifest: 'manifest.json',
    // Scripts and fonts stay files: the page's security policy admits no data: address for them.
    assetsInlineLimit: 0,
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': API } },
})

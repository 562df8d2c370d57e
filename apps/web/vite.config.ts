import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'

const API = 'http://localhost:30000'

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
    // Which file needs which: what the budgets of e2e/bundle-budget.test.ts add up.
    manifest: 'manifest.json',
    // Scripts and fonts stay files: the page's security policy admits no data: address for them.
    assetsInlineLimit: 0,
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': API } },
})

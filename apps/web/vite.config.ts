import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { ENLACES } from './src/features/documentacion/lector/enlaces.ts'
import { paginasPlugin } from './src/features/documentacion/lector/paginas-plugin.ts'

const API = 'http://localhost:30000'

/** What signing in and the home page need of what others need too: the budgets of e2e/bundle-budget.test.ts find what is missing here. */
const FIRST_PAGES = [
  /@mantine\/core\/esm\/(core|components\/(ActionIcon|Alert|Anchor|CloseButton|Collapse|Input|InputBase|Kbd|Paper|PasswordInput|Skeleton|TextInput|ThemeIcon|VisuallyHidden))\//,
  /@tanstack\/[\w-]+\/build\/modern\/(queryObserver|mutationObserver|IsRestoringProvider|QueryErrorResetBoundary|errorBoundaryUtils|suspense|useBaseQuery|useMutation|useQuery)\.js/,
  /src\/shared\/(address-of|reach|use-configuracion|use-now|en-vivo\/(live-ports|use-live-signal)|metricas\/[\w-]+|time\/time-words)\.tsx?$/,
]

/**
 * Each script is a task of its own before anything is drawn, so those that most screens need come together: what the first page imports,
 * what sixty or more screens and dialogs share, the many icons and hooks of a few lines, and what thirteen share: apart from it what the first
 * pages need of that, and what floats. Everything else is split by who needs it.
 */
const GROUPS = [
  { name: 'inicio', tags: ['$initial' as const] },
  { name: 'iconos', test: /@tabler/, minShareCount: 2 },
  { name: 'ganchos', test: /@mantine\/hooks/, minShareCount: 2 },
  { name: 'marco', minShareCount: 60 },
  {
    name: 'primeras',
    test: (id: string) => FIRST_PAGES.some((pattern) => pattern.test(id)),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'flotantes', test: /@floating-ui/, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'piezas', minShareCount: 13, includeDependenciesRecursively: false },
]

export default defineConfig({
  plugins: [react(), paginasPlugin(ENLACES)],
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
  // What only some drawings need comes later in a worker, too.
  worker: { format: 'es', rolldownOptions: { output: { comments: false } } },
  server: { port: 5173, strictPort: true, proxy: { '/api': API } },
})

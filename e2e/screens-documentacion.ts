import type { ScreenShown } from './screens.ts'

const shown = (name: string, path: string): ScreenShown => ({
  name,
  path,
  isPublic: true,
  prepare: (page) => page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor(),
})

export const DOCUMENTACION_SCREENS: readonly ScreenShown[] = [
  shown('documentacion-indice', '/documentacion-indice'),
  shown('documentacion', '/documentacion'),
  shown('documentacion-primer-canal', '/documentacion/primer-canal'),
  shown('documentacion-canales', '/docs/canales'),
  shown('documentacion-funciones', '/docs/funciones'),
  shown('documentacion-rag', '/docs/rag'),
  shown('documentacion-transformaciones', '/documentacion-transformaciones'),
  shown('documentacion-campos-servidor', '/docs/campos-servidor'),
  {
    name: 'documentacion-no-existe',
    path: '/docs/nada',
    isPublic: true,
    prepare: (page) => page.getByRole('heading', { name: 'Esta página no existe' }).waitFor(),
  },
  {
    name: 'documentacion-pagina-lejana',
    path: '/docs/pool-asincrono',
    isPublic: true,
    prepare: (page) =>
      page.getByRole('main').getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded(),
  },
  {
    name: 'documentacion-busqueda',
    path: '/documentacion-indice',
    isPublic: true,
    prepare: async (page) => {
      await page.getByLabel('Buscar en la documentación').fill('transacción')
      await page.getByRole('region', { name: 'Resultados' }).getByRole('link').first().waitFor()
    },
  },
]

import type { Enlaces } from './read-pagina.ts'

/** Where the files are read that generated pages lead to. */
export const ENLACES: Enlaces = {
  'campos-servidor.md': '/docs/campos-servidor',
  'funciones.md': '/docs/funciones',
  'nodos.md': '/documentacion/flujo',
  'errors.md': '/documentacion/errores',
  'settings.md': '/documentacion/ajustes',
}

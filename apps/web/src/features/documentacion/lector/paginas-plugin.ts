import type { Plugin } from 'vite'
import type { Enlaces } from './read-pagina.ts'
import { readPagina } from './read-pagina.ts'
import { seccionesOf } from './secciones-of.ts'

/** `import pagina from './x.md?pagina'` is what it says, ready to be drawn; `?secciones` is what the search looks in. */
export function paginasPlugin(enlaces: Enlaces): Plugin {
  return {
    name: 'paginas',
    transform(markdown, id) {
      const [, wanted] = /\.md\?(pagina|secciones)$/.exec(id) ?? []
      if (wanted === undefined) return
      const pagina = readPagina(markdown, enlaces)
      const value = wanted === 'pagina' ? pagina : seccionesOf(pagina)
      return { code: `export default ${JSON.stringify(value)}`, map: null, moduleType: 'js' }
    },
  }
}

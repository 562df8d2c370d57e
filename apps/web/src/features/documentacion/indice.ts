import type { Seccion } from './lector/pagina.ts'
import { archivosOf, PAGINAS } from './paginas.ts'
import { type Entrada, toEntradas } from './search.ts'

const SECCIONES = import.meta.glob<readonly Seccion[]>(
  ['./paginas/*.md', '../../../../../docs/generated/*.md', '../../../../../packages/nodos/src/*/*.md'],
  { query: '?secciones', import: 'default', eager: true },
)

/** What the search looks in: all that all pages say. Loaded when somebody is about to search. */
export const INDICE: readonly Entrada[] = PAGINAS.flatMap((info) =>
  toEntradas(
    archivosOf(info).flatMap((archivo) => SECCIONES[archivo] ?? []),
    { ruta: info.ruta, pagina: info.titulo },
  ),
)

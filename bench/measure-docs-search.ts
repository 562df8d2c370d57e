import { readFileSync } from 'node:fs'
import { ENLACES } from '../apps/web/src/features/documentacion/lector/enlaces.ts'
import { readPagina } from '../apps/web/src/features/documentacion/lector/read-pagina.ts'
import { seccionesOf } from '../apps/web/src/features/documentacion/lector/secciones-of.ts'
import { archivosOf, PAGINAS } from '../apps/web/src/features/documentacion/paginas.ts'
import { search, toEntradas } from '../apps/web/src/features/documentacion/search.ts'
import { median } from './median.ts'

export interface DocsSearchResult {
  paginas: number
  secciones: number
  consultas: number
  medianMs: number
  worstMs: number
}

const PAGES = new URL('../apps/web/src/features/documentacion/', import.meta.url)
/** Of words that stand nowhere all that there is was looked through, and of one letter nearly all is found. */
const OTHERS = ['palabra-que-nadie-escribe', 'a', 'e o', 'conexión de la base de datos']

/** Milliseconds of a search over all pages, each the median of its rounds: what an engine compiles at first is not what one waits for. */
export async function measureDocsSearch(rounds: number): Promise<DocsSearchResult> {
  const entradas = PAGINAS.flatMap((info) =>
    archivosOf(info).flatMap((archivo) =>
      toEntradas(seccionesOf(readPagina(readFileSync(new URL(archivo, PAGES), 'utf8'), ENLACES)), {
        ruta: info.ruta,
        pagina: info.titulo,
      }),
    ),
  )
  const consultas = [...PAGINAS.flatMap(({ titulo }) => whileTyped(titulo)), ...OTHERS]
  const taken = consultas.map((consulta) =>
    median(
      Array.from({ length: rounds }, () => {
        const began = performance.now()
        search(entradas, consulta)
        return performance.now() - began
      }),
    ),
  )
  return {
    paginas: PAGINAS.length,
    secciones: entradas.length,
    consultas: consultas.length,
    medianMs: median(taken),
    worstMs: Math.max(...taken),
  }
}

/** `Una guía` after each of its words. */
function whileTyped(titulo: string): string[] {
  const words = titulo.split(' ')
  return words.map((_, at) => words.slice(0, at + 1).join(' '))
}

import type { Pagina } from './lector/pagina.ts'
import { archivosOf, type PaginaInfo } from './paginas.ts'

const TEXTS = import.meta.glob<Pagina>(
  ['./paginas/*.md', '../../../../../docs/generated/*.md', '../../../../../packages/nodos/src/*/*.md'],
  { query: '?pagina', import: 'default' },
)

export async function loadPagina(info: PaginaInfo): Promise<Pagina> {
  const parts = await Promise.all(archivosOf(info).map(loadText))
  return { titulo: info.titulo, bloques: parts.flatMap(({ bloques }) => bloques) }
}

async function loadText(archivo: string): Promise<Pagina> {
  const load = TEXTS[archivo]
  if (load === undefined) throw new Error(`${archivo} does not exist`)
  return load()
}

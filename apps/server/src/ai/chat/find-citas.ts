import type { Cita, Llamador, PasajeHallado, Role } from '@div/contract'
import type { Kysely } from 'kysely'
import { isColeccionVisible } from '../../api/access/find-forbidden.ts'
import type { Database } from '../../db/tables.ts'
import { explainFailure } from '../../motor/explain-failure.ts'
import type { Rag } from '../rag/buscar.ts'
import { fuseRanks } from '../rag/fuse-ranks.ts'

interface Busqueda {
  colecciones: readonly string[]
  role: Role
  texto: string
  limite: number
  context: { signal: AbortSignal; deadline: number; caller: Llamador }
}

/** What a search takes (busquedaDeRagSchema). */
const MIN_CARACTERES = 2
const MAX_CARACTERES = 2_000

/** The passages that fit what is asked best, numbered, of those collections that whoever asks may see; and what there is to say of it. */
export async function findCitas(
  { db, rag }: { db: Kysely<Database>; rag: Pick<Rag, 'search'> },
  { colecciones, role, texto, limite, context }: Busqueda,
): Promise<{ citas: Cita[]; avisos: string[] }> {
  const wanted = texto.trim().slice(0, MAX_CARACTERES)
  if (colecciones.length === 0 || wanted.length < MIN_CARACTERES) return { citas: [], avisos: [] }
  const rows = await db
    .selectFrom('ragColecciones')
    .select(['id', 'nombre', 'roles'])
    .where('id', 'in', colecciones)
    .orderBy('nombre')
    .execute()
  const visible = rows.filter(({ roles }) => isColeccionVisible(roles, role))
  const found = await Promise.all(
    visible.map(async ({ id, nombre }) => {
      try {
        const busqueda = { texto: wanted, limite, modo: 'hibrido' } as const
        return { id, nombre, ...(await rag.search(id, busqueda, context)) }
      } catch (error) {
        // Without this collection the question can still be answered; whoever asks is told.
        if (context.signal.aborted) throw error
        return { id, nombre, pasajes: [], avisos: [`No se buscó en «${nombre}». ${explainFailure(error)}`] }
      }
    }),
  )
  const pasajes = new Map(
    found.flatMap((coleccion) => coleccion.pasajes.map((pasaje) => [keyOf(pasaje), { coleccion, pasaje }])),
  )
  const best = fuseRanks(found.map((each) => each.pasajes.map(keyOf))).slice(0, limite)
  const citas = best.flatMap(({ key }, index): Cita[] => {
    const hallado = pasajes.get(key)
    if (!hallado) return []
    const { coleccion, pasaje } = hallado
    const { documentoId, documento, orden, titulo, texto: dicho } = pasaje
    return [
      {
        numero: index + 1,
        coleccionId: coleccion.id,
        coleccion: coleccion.nombre,
        documentoId,
        documento,
        orden,
        titulo,
        texto: dicho,
      },
    ]
  })
  return {
    citas,
    avisos: [
      ...(visible.length < colecciones.length
        ? ['Alguna de las colecciones elegidas ya no existe o no se le muestra.']
        : []),
      ...found.flatMap(({ avisos }) => avisos),
      ...(citas.length === 0 ? ['Ningún pasaje de las colecciones elegidas responde a estas palabras.'] : []),
    ],
  }
}

const keyOf = ({ documentoId, orden }: PasajeHallado) => `${documentoId}/${orden}`

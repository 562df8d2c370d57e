import {
  type BusquedaDeRag,
  DatosInvalidos,
  type HallazgosDeRag,
  type Limits,
  type LlamadaContext,
  type Llamadas,
  NoEncontrado,
  type PasajeHallado,
} from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { explainFailure } from '../../motor/explain-failure.ts'
import { createIncrustador } from './embed-textos.ts'
import { fuseRanks } from './fuse-ranks.ts'
import { findByWords, PRIMEROS, readPasajes } from './pasajes-repository.ts'
import type { Parecido } from './vectores.ts'
import { createVectoresVivos } from './vectores-vivos.ts'

export interface RagDeps {
  db: Kysely<Database>
  limits: Limits
  /** Asked at the call: what calls servidores is made of what searches. */
  llamadas(): Pick<Llamadas, 'prepare'>
}

type Coleccion = Pick<
  Row<'ragColecciones'>,
  'id' | 'nombre' | 'idioma' | 'servidorId' | 'modelo' | 'contenido'
>

interface PorVectores {
  parecidos: Parecido[]
  aviso: string | null
}

export interface Rag {
  /** Throws an AppError. Who may search it was decided before. */
  search(coleccionId: string, busqueda: BusquedaDeRag, context: ContextoDeBusqueda): Promise<HallazgosDeRag>
  /** The same for whoever knows its name. Throws NoEncontrado. */
  searchByNombre(
    nombre: string,
    busqueda: BusquedaDeRag,
    context: ContextoDeBusqueda,
  ): Promise<HallazgosDeRag>
}

/** Of whoever searches: the run, if it is one, and whose calls to models these are. */
type ContextoDeBusqueda = Pick<LlamadaContext, 'signal' | 'deadline'> &
  Partial<Pick<LlamadaContext, 'idEjecucion' | 'caller'>>

/** Finds passages by their words, by their vectors, or by both. */
export function createRag({ db, limits, llamadas }: RagDeps): Rag {
  const vectoresOf = createVectoresVivos(db, limits)
  const embedTextos = createIncrustador({ db, llamadas })

  async function findBy(column: 'id' | 'nombre', value: string): Promise<Coleccion> {
    const row = await db
      .selectFrom('ragColecciones')
      .select(['id', 'nombre', 'idioma', 'servidorId', 'modelo', 'contenido'])
      .where(column, '=', value)
      .executeTakeFirst()
    if (!row) throw new NoEncontrado({ recurso: 'la colección', id: value })
    return row
  }

  /** Null: this search is not one by vectors. Of a hybrid one, vectors that cannot be had only leave it without them. */
  async function findByVectors(
    { servidorId, ...coleccion }: Coleccion,
    { texto, modo }: BusquedaDeRag,
    context: ContextoDeBusqueda,
  ): Promise<PorVectores | null> {
    if (modo === 'palabras' || (modo === 'hibrido' && servidorId === null)) return null
    if (servidorId === null) {
      const errores = [{ campo: 'modo', mensaje: 'Esta colección no tiene vectores.' }]
      throw new DatosInvalidos(undefined, { errores })
    }
    try {
      return await compareVectors({ ...coleccion, servidorId }, texto, context)
    } catch (cause) {
      if (modo === 'vectores' || context.signal.aborted) throw cause
      return { parecidos: [], aviso: `Se buscó solo por palabras. ${explainFailure(cause)}` }
    }
  }

  async function compareVectors(
    coleccion: Coleccion & { servidorId: string },
    texto: string,
    { signal, deadline, idEjecucion, caller }: ContextoDeBusqueda,
  ): Promise<PorVectores> {
    const vectores = await vectoresOf(coleccion)
    if (vectores.dimensiones === 0) return { parecidos: [], aviso: null }
    const [wanted] = await embedTextos({
      coleccion,
      textos: [texto],
      signal,
      deadline,
      ...(idEjecucion !== undefined && { idEjecucion }),
      ...(caller && { caller }),
    })
    return wanted?.length === vectores.dimensiones
      ? { parecidos: vectores.nearest(wanted, PRIMEROS), aviso: null }
      : { parecidos: [], aviso: OTHER_MODEL }
  }

  async function searchIn(
    coleccion: Coleccion,
    busqueda: BusquedaDeRag,
    context: ContextoDeBusqueda,
  ): Promise<HallazgosDeRag> {
    const { texto, limite, modo } = busqueda
    const { id: coleccionId, idioma } = coleccion
    const [byWords, byVectors] = await Promise.all([
      modo === 'vectores'
        ? { hallados: [], hayMas: false }
        : findByWords(
            db,
            { coleccionId, idioma, texto, limite, candidatos: limits.ragCandidatos },
            context.signal,
          ),
      findByVectors(coleccion, busqueda, context),
    ])
    const fused = fuseRanks([
      byWords.hallados.map(({ id }) => id),
      byVectors?.parecidos.map(({ id }) => id) ?? [],
    ]).slice(0, limite)
    const leidos = await readPasajes(
      db,
      fused.map(({ key }) => key),
      { idioma, texto, modo },
    )
    const todas = new Map(byWords.hallados.map((each) => [each.id, each.todas]))
    const parecidos = new Map(byVectors?.parecidos.map(({ id, parecido }) => [id, parecido]))
    const pasajes = fused.flatMap(({ key, puntuacion, lugares }): PasajeHallado[] => {
      const leido = leidos.get(key)
      // Its document was removed meanwhile.
      if (!leido) return []
      const { id, palabras, ...pasaje } = leido
      const [lugarPorPalabras = null, lugarPorVectores = null] = lugares
      const parecido = parecidos.get(key) ?? null
      const porQue = {
        palabras,
        todas: todas.get(key) ?? false,
        lugarPorPalabras,
        lugarPorVectores,
        parecido,
      }
      return [{ ...pasaje, puntuacion, porQue }]
    })
    const avisos = [
      ...(byVectors?.aviso ? [byVectors.aviso] : []),
      ...(byWords.hayMas
        ? [`Más de ${limits.ragCandidatos} pasajes tienen estas palabras: precise la búsqueda.`]
        : []),
    ]
    return { pasajes, modo: byVectors === null ? 'palabras' : modo, avisos }
  }

  return {
    search: async (id, ...rest) => searchIn(await findBy('id', id), ...rest),
    searchByNombre: async (nombre, ...rest) => searchIn(await findBy('nombre', nombre), ...rest),
  }
}

const OTHER_MODEL = 'Los vectores son de otro modelo: vuelva a leer los documentos de la colección.'

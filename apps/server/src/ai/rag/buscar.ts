import {
  type BusquedaDeRag,
  DatosInvalidos,
  type HallazgosDeRag,
  type Limits,
  type LlamadaContext,
  type Llamadas,
  type ModoDeBusqueda,
  NoEncontrado,
  type PasajeHallado,
} from '@div/contract'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Row } from '../../db/tables.ts'
import { explainFailure } from '../../motor/explain-failure.ts'
import { createIncrustador } from './embed-textos.ts'
import { fuseRanks } from './fuse-ranks.ts'
import { findByWords, PRIMEROS, readPasajes } from './pasajes-repository.ts'
import type { Parecido } from './vectores.ts'
import { createVectoresEnBase, type VectoresEnBase } from './vectores-en-base.ts'
import { createVectoresVivos } from './vectores-vivos.ts'

export interface RagDeps {
  db: Kysely<Database>
  limits: Limits
  log: Pick<Logger, 'warn'>
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
  /** As searching each of these texts orders the passages, by every way that the collection has. */
  rank(coleccionId: string, textos: readonly string[], context: ContextoDeOrden): Promise<Ordenados>
  /** What compares vectors, as the database is now. */
  askVectorial: VectoresEnBase['ask']
}

export interface ContextoDeOrden extends ContextoDeBusqueda {
  limite: number
}

interface Ordenados {
  modos: ModoDeBusqueda[]
  /** Ids of passages, by text and by way, the best first. */
  listas: Readonly<Record<ModoDeBusqueda, string[]>>[]
  avisos: string[]
}

/** Of whoever searches: the run, if it is one, and whose calls to models these are. */
type ContextoDeBusqueda = Pick<LlamadaContext, 'signal' | 'deadline'> &
  Partial<Pick<LlamadaContext, 'idEjecucion' | 'caller'>>

/** Finds passages by their words, by their vectors, or by both. */
export function createRag({ db, limits, log, llamadas }: RagDeps): Rag {
  const enBase = createVectoresEnBase({ db, vivosOf: createVectoresVivos(db, limits), log })
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
      const { listas, aviso } = await compareVectors({ ...coleccion, servidorId }, [texto], context)
      return { parecidos: listas[0] ?? [], aviso }
    } catch (cause) {
      if (modo === 'vectores' || context.signal.aborted) throw cause
      return { parecidos: [], aviso: `Se buscó solo por palabras. ${explainFailure(cause)}` }
    }
  }

  async function compareVectors(
    coleccion: Coleccion & { servidorId: string },
    textos: readonly string[],
    { signal, deadline, idEjecucion, caller }: ContextoDeBusqueda,
  ): Promise<{ listas: Parecido[][]; aviso: string | null }> {
    const vectores = await enBase.of(coleccion, { signal, deadline })
    if (vectores.dimensiones === 0) return { listas: [], aviso: NO_VECTORS }
    const embedded = await embedTextos({
      coleccion,
      textos,
      signal,
      deadline,
      ...(idEjecucion !== undefined && { idEjecucion }),
      ...(caller && { caller }),
    })
    if (embedded.some(({ length }) => length !== vectores.dimensiones))
      return { listas: [], aviso: OTHER_MODEL }
    const listas: Parecido[][] = []
    for (const wanted of embedded) {
      signal.throwIfAborted()
      listas.push(await vectores.nearest(wanted, PRIMEROS))
    }
    return { listas, aviso: null }
  }

  /** Null: they cannot be compared, for which `aviso` says why, if there ever were any. */
  async function rankByVectors(
    { servidorId, ...coleccion }: Coleccion,
    textos: readonly string[],
    context: ContextoDeBusqueda,
  ): Promise<{ listas: Parecido[][] | null; aviso: string | null }> {
    if (servidorId === null) return { listas: null, aviso: null }
    try {
      const { listas, aviso } = await compareVectors({ ...coleccion, servidorId }, textos, context)
      return { listas: aviso === null ? listas : null, aviso }
    } catch (cause) {
      if (context.signal.aborted) throw cause
      return { listas: null, aviso: `Se midió solo por palabras. ${explainFailure(cause)}` }
    }
  }

  async function rank(
    coleccionId: string,
    textos: readonly string[],
    { limite, ...context }: ContextoDeOrden,
  ): Promise<Ordenados> {
    const coleccion = await findBy('id', coleccionId)
    const { listas: byVectors, aviso } = await rankByVectors(coleccion, textos, context)
    const listas: Ordenados['listas'] = []
    for (const [index, texto] of textos.entries()) {
      context.signal.throwIfAborted()
      const { hallados } = await findByWords(
        db,
        { coleccionId, idioma: coleccion.idioma, texto, limite, candidatos: limits.ragCandidatos },
        context.signal,
      )
      const palabras = hallados.map(({ id }) => id)
      const vectores = byVectors?.[index]?.map(({ id }) => id) ?? []
      const hibrido = fuseRanks([palabras, vectores]).map(({ key }) => key)
      listas.push({
        palabras: palabras.slice(0, limite),
        vectores: vectores.slice(0, limite),
        hibrido: hibrido.slice(0, limite),
      })
    }
    return {
      modos: byVectors === null ? ['palabras'] : ['palabras', 'vectores', 'hibrido'],
      listas,
      avisos: aviso === null ? [] : [aviso],
    }
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
    rank,
    askVectorial: enBase.ask,
  }
}

const NO_VECTORS =
  'Ningún pasaje tiene vector todavía, y se busca solo por palabras: en los documentos de la colección se ve por qué.'
const OTHER_MODEL = 'Los vectores son de otro modelo: vuelva a leer los documentos de la colección.'

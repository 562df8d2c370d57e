import { aborted } from 'node:util'
import {
  type BusquedaVectorial,
  LimiteSuperado,
  type LlamadaContext,
  monotonicNow,
  TiempoAgotado,
} from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { isDatabaseAway } from '../../db/is-database-away.ts'
import type { Database } from '../../db/tables.ts'
import { waitAtMost } from '../../db/wait-at-most.ts'
import { cancelledBy } from '../../motor/runtime/cancelled-by.ts'
import { preparePgvector } from './prepare-pgvector.ts'
import { BYTES, type Comparable, toNumbers, Vectores } from './vectores.ts'

/** pgvector's type `vector` has no more. */
const MAX_DIMENSIONES = 16_000
/** Vectors that are copied by one statement. */
const CHUNK = 200
/** What a search waits for those that are not copied yet; meanwhile they are compared in memory. */
const COPY_MS = 1_000
/** How often a search copies what has come meanwhile; then memory compares. */
const MAX_TURNS = 4
/** How long it is not asked again where it was not there. */
const ASK_AGAIN_MS = 60_000
/** Collections whose state one process remembers. */
const MAX_COLECCIONES = 1_000

interface Estado {
  id: string
  /** Counted with each change of its passages. */
  contenido: number
}

/** How long somebody waits for what is searched. */
type Alcance = Pick<LlamadaContext, 'signal' | 'deadline'>

interface Copia {
  contenido: number
  dimensiones: Promise<number>
}

export interface VectoresEnBase {
  /** Looks anew whether the database has pgvector. */
  ask(): Promise<BusquedaVectorial>
  /** Throws LimiteSuperado or TiempoAgotado for what is too much for memory. */
  of(coleccion: Estado, alcance: Alcance): Promise<Comparable>
}

interface VectoresEnBaseDeps {
  db: Kysely<Database>
  /** Those of a collection in memory. */
  vivosOf(coleccion: Estado): Promise<Vectores>
  log: Pick<Logger, 'warn'>
}

/**
 * Vectors that the database compares, every one of them, where it has pgvector; they are copied when they are first searched. Memory does
 * it where the database cannot.
 */
export function createVectoresEnBase({ db, vivosOf, log }: VectoresEnBaseDeps): VectoresEnBase {
  const copias = new LRUCache<string, Copia>({ max: MAX_COLECCIONES })
  let known: { vectorial: BusquedaVectorial; at: number } | null = null

  async function ask(): Promise<BusquedaVectorial> {
    const vectorial = await preparePgvector(db)
    known = { vectorial, at: monotonicNow() }
    return vectorial
  }

  async function isThere(): Promise<boolean> {
    if (known?.vectorial.como === 'pgvector') return true
    if (known && monotonicNow() - known.at < ASK_AGAIN_MS) return false
    return (await ask()).como === 'pgvector'
  }

  /** It may have been dropped, or be another database's now. */
  function forget(): void {
    known = null
    copias.clear()
  }

  function copy({ id, contenido }: Estado): Copia {
    const begun = copias.get(id)
    if (begun?.contenido === contenido) return begun
    const copia = { contenido, dimensiones: copyMissing(db, id) }
    copias.set(id, copia)
    copia.dimensiones.catch((err: unknown) => {
      forget()
      log.warn({ err }, 'the vectors of a collection were not copied')
    })
    return copia
  }

  /** What the database can compare now; else all of them, in memory. */
  async function prepare(
    coleccion: Estado,
    alcance: Alcance,
  ): Promise<{ dimensiones: number; copia: Copia } | Vectores> {
    if (!(await isThere())) return vivosOf(coleccion)
    const copia = copy(coleccion)
    // What did not work is in the log: memory does without.
    const dimensiones = await waitAtMost(
      COPY_MS,
      copia.dimensiones.catch(() => null),
    )
    if (dimensiones !== null && dimensiones <= MAX_DIMENSIONES) return { dimensiones, copia }
    try {
      return await vivosOf(coleccion)
    } catch (cause) {
      // There is nothing but the copy of what is too much for memory.
      if (!(cause instanceof LimiteSuperado) || dimensiones !== null) throw cause
      return { dimensiones: await waitFor(copia, alcance, cause), copia }
    }
  }

  async function of(coleccion: Estado, alcance: Alcance): Promise<Comparable> {
    const prepared = await prepare(coleccion, alcance)
    if (prepared instanceof Vectores) return prepared
    let { copia } = prepared
    return {
      dimensiones: prepared.dimensiones,
      async nearest(wanted, count) {
        let failures = 0
        // Passages may come as fast as they are copied.
        for (let turn = 1; ; turn++) {
          try {
            const cerca = await findCerca(db, { coleccionId: coleccion.id, wanted, count }, alcance.signal)
            if (cerca !== null) return cerca.nearest(wanted, count)
            // Whoever noticed it before has begun another one.
            if (copias.peek(coleccion.id) === copia) copias.delete(coleccion.id)
          } catch (cause) {
            if (alcance.signal.aborted || isDatabaseAway(cause)) throw cause
            // It may have been dropped: it is asked for once more. Whatever refuses it then, memory needs nothing of it.
            failures++
            forget()
            log.warn({ err: cause }, 'the database did not compare vectors')
          }
          const isInVain = failures > 1 || turn === MAX_TURNS
          const anew = await (isInVain ? vivosOf(coleccion) : prepare(coleccion, alcance))
          if (anew instanceof Vectores) return anew.nearest(wanted, count)
          copia = anew.copia
        }
      },
    }
  }

  return { ask, of }
}

/** How many numbers each vector has, once all are copied. Half of the time stays for asking the model, or for a search by words. */
async function waitFor({ dimensiones }: Copia, { signal, deadline }: Alcance, cause: Error): Promise<number> {
  const limiteMs = Math.max(0, Math.round((deadline - monotonicNow()) / 2))
  const left = aborted(signal, dimensiones).then(() => null)
  const copied = dimensiones.catch(() => {
    throw cause
  })
  const found = await waitAtMost(limiteMs, Promise.race([copied, left]))
  signal.throwIfAborted()
  if (found !== null && found <= MAX_DIMENSIONES) return found
  if (found !== null) throw cause
  const que = 'Copiar los vectores a pgvector, que sigue en marcha,'
  throw new TiempoAgotado({ que, limiteMs }, { cause })
}

/** Copies what is not there yet, and says how many numbers each vector of the collection has. Its passages are gone through once. */
async function copyMissing(db: Kysely<Database>, coleccionId: string): Promise<number> {
  const { rows } = await sql<{ dimensiones: number; faltan: string[] }>`
    select coalesce(max(length(pasaje.vector)), 0) / ${BYTES}::integer as dimensiones,
      coalesce(array_agg(pasaje.id order by pasaje.id) filter (where copia.pasaje_id is null), '{}') as faltan
    from rag_pasajes pasaje left join rag_vectores copia on copia.pasaje_id = pasaje.id
    where pasaje.coleccion_id = ${coleccionId}::uuid and pasaje.vector is not null`.execute(db)
  const { dimensiones = 0, faltan = [] } = rows[0] ?? {}
  if (dimensiones > MAX_DIMENSIONES) return dimensiones
  for (let start = 0; start < faltan.length; start += CHUNK)
    await copyThese(db, faltan.slice(start, start + CHUNK))
  return dimensiones
}

async function copyThese(db: Kysely<Database>, ids: readonly string[]): Promise<void> {
  // Another process may be at it, too.
  const { rows } = await sql<{ id: string; vector: Buffer }>`
    select id, vector from rag_pasajes pasaje
    where id = any(${ids}::bigint[]) and not exists (select from rag_vectores where pasaje_id = pasaje.id)`.execute(
    db,
  )
  const vectores = rows.map(({ vector }) => write(toNumbers(vector)))
  // One that is removed meanwhile is passed over, and so is one that another process copied.
  await sql`
    insert into rag_vectores (pasaje_id, coleccion_id, vector)
    select pasaje.id, pasaje.coleccion_id, copia.vector::vector
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${vectores}::text[]) as copia (id, vector)
    join rag_pasajes pasaje on pasaje.id = copia.id
    for key share of pasaje
    on conflict do nothing`.execute(db)
}

/**
 * Those among which the nearest are, whatever the rounding: the database adds 32-bit numbers, memory 64-bit ones, which orders them. Of
 * vectors of length 1 the product is the cosine, of zeros too. Null: not all have a copy, as anybody may take those away, and passages come.
 */
async function findCerca(
  db: Kysely<Database>,
  { coleccionId, wanted, count }: { coleccionId: string; wanted: Float32Array; count: number },
  signal: AbortSignal,
): Promise<Vectores | null> {
  const { rows } = await sql<{ falta: boolean; id: string | null; vector: Buffer | null }>`
    with comparados as materialized (
      select pasaje_id, vector <#> ${write(wanted)}::vector as distancia from rag_vectores
      where coleccion_id = ${coleccionId}::uuid and vector_dims(vector) = ${wanted.length}),
    cerca as (
      select pasaje.id, pasaje.vector from comparados join rag_pasajes pasaje on pasaje.id = pasaje_id
      where distancia <= ${2 * wanted.length * ROUNDING}::float8 + coalesce(
        (select distancia from comparados order by distancia offset ${count - 1} limit 1), 'infinity'))
    select falta, cerca.id, cerca.vector
    from (select exists (
      select from rag_pasajes pasaje
      where coleccion_id = ${coleccionId}::uuid and vector is not null
        and not exists (select from rag_vectores where pasaje_id = pasaje.id)) as falta) copia
    left join cerca on not falta
    order by cerca.id`.execute(db, cancelledBy(signal))
  if (rows.some(({ falta }) => falta)) return null
  const found = rows.flatMap(({ id, vector }) => (id === null || vector === null ? [] : [{ id, vector }]))
  return new Vectores(found, wanted.length)
}

/** Of one 32-bit sum of numbers whose absolute values add up to at most 1. */
const ROUNDING = 2 ** -23

const write = (vector: Float32Array) => `[${vector.join()}]`

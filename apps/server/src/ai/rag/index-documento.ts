import { ArchivoIlegible, cutTexto, type Limits, NoEncontrado, tieneTitulos } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { SecretScope } from '../../motor/history/secret-scope.ts'
import {
  type Avance,
  countChange,
  endDocumento,
  keepDocumento,
  storeTexto,
  type Tomado,
} from './documentos-repository.ts'
import { type EmbedTextos, textoOfVector } from './embed-textos.ts'
import { readApart } from './lectura/read-apart.ts'
import { listGuardados, writePasajes } from './pasajes-repository.ts'
import { type PlanDePasajes, planPasajes } from './plan-pasajes.ts'
import { toBytes } from './vectores.ts'
import { dropPagados, findPagados, keepPagados } from './vectores-pagados.ts'

export interface IndexDeps {
  db: Kysely<Database>
  limits: Limits
  embedTextos: EmbedTextos
  /** The process is about to end. */
  stopping: AbortSignal
}

/** Texts whose vectors are asked for together. */
const BATCH = 64
/** How often whoever reads says that it goes on, and hears that it should not. */
const BEAT_MS = 1_000
/** Nothing of a document is a secret of the product. */
const NO_SECRETS = SecretScope.of([])

/** It was cancelled or removed, or is read by somebody else. */
export class YaNoEsSuyo extends Error {}

/** Reads a document that was taken, cuts it and stores its passages. Throws what it cannot be read for, or YaNoEsSuyo. */
export async function indexDocumento(tomado: Tomado, deps: IndexDeps): Promise<void> {
  const { db, limits } = deps
  const lost = new AbortController()
  const signal = AbortSignal.any([lost.signal, deps.stopping])
  let avance: Avance = { fase: 'texto', hecho: 0, total: null }
  const timer = setInterval(() => {
    keepDocumento(db, tomado, avance).then(
      (isOurs) => isOurs || lost.abort(new YaNoEsSuyo()),
      // A database that is away says nothing of it: the next time it will.
      () => {},
    )
  }, BEAT_MS)
  const onAvance = (next: Avance) => {
    avance = next
  }
  try {
    const texto = tomado.texto ?? (await readTexto(tomado, { limits, onAvance, signal }))
    if (tomado.texto === null) await storeTexto(db, tomado, texto)
    const coleccion = await findColeccion(db, tomado.coleccionId)
    const cortados = cutTexto(texto, coleccion.corte, { conTitulos: tieneTitulos(tomado.tipo) })
    if (cortados.length === 0) throw new ArchivoIlegible({ motivo: 'no tiene texto' })
    const plan = planPasajes(await listGuardados(db, tomado.id), cortados, coleccion)
    const vectores = await embedPasajes(plan.agregar, coleccion, {
      ...deps,
      onAvance,
      signal,
      usuarioId: await findUsuario(db, tomado.subidoPor),
    })
    await db.transaction().execute(async (trx) => {
      await sql`select from rag_colecciones where id = ${coleccion.id}::uuid for no key update`.execute(trx)
      // Only now: whoever waits for the collection lives as well. From here on a sign of life would wait for this transaction.
      clearInterval(timer)
      if (!(await endDocumento(trx, tomado, { estado: 'ok', pasajes: cortados.length })))
        throw new YaNoEsSuyo()
      await writePasajes(trx, {
        coleccionId: coleccion.id,
        documentoId: tomado.id,
        idioma: coleccion.idioma,
        plan,
        vectores,
      })
      await dropPagados(trx, coleccion.id, plan.agregar)
      await countChange(trx, coleccion.id)
    })
  } finally {
    clearInterval(timer)
  }
}

interface Reading {
  limits: Limits
  onAvance(avance: Avance): void
  signal: AbortSignal
}

function readTexto({ tipo, archivo }: Tomado, { limits, onAvance, signal }: Reading): Promise<string> {
  return readApart(
    { tipo, archivo },
    { limits, signal, onAvance: (hecho, total) => onAvance({ fase: 'texto', hecho, total }) },
  )
}

async function findColeccion(db: Kysely<Database>, id: string): Promise<Row<'ragColecciones'>> {
  const row = await db.selectFrom('ragColecciones').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new NoEncontrado({ recurso: 'la colección', id })
  return row
}

/** Whose vectors these are; null: somebody who is no longer there. */
async function findUsuario(db: Kysely<Database>, username: string): Promise<string | null> {
  const row = await db.selectFrom('usuarios').select('id').where('username', '=', username).executeTakeFirst()
  return row?.id ?? null
}

/** What is paid for is kept at once: an indexing that breaks goes on from there. */
async function embedPasajes(
  pasajes: PlanDePasajes['agregar'],
  { id: coleccionId, servidorId, nombre, modelo }: Row<'ragColecciones'>,
  { db, embedTextos, onAvance, signal, usuarioId }: Reading & IndexDeps & { usuarioId: string | null },
): Promise<Buffer[] | null> {
  if (servidorId === null) return null
  const coleccion = { nombre, modelo, servidorId }
  const caller = usuarioId === null ? null : { secretos: NO_SECRETS, consumidor: { usuarioId } }
  const vectores: Buffer[] = []
  while (vectores.length < pasajes.length) {
    signal.throwIfAborted()
    onAvance({ fase: 'vectores', hecho: vectores.length, total: pasajes.length })
    const batch = pasajes.slice(vectores.length, vectores.length + BATCH)
    const pagados = await findPagados(db, coleccionId, batch)
    const missing = batch.filter((pasaje) => !pagados.has(pasaje.huella.toString('hex')))
    if (missing.length > 0) {
      const textos = missing.map(textoOfVector)
      const embedded = await embedTextos({ coleccion, textos, signal, ...(caller && { caller }) })
      const paid = missing.map(({ huella }, index) => ({ huella, vector: bytesOf(embedded[index]) }))
      for (const { huella, vector } of paid) pagados.set(huella.toString('hex'), vector)
      await keepPagados(db, coleccionId, paid)
    }
    vectores.push(...batch.map(({ huella }) => found(pagados.get(huella.toString('hex')))))
  }
  return vectores
}

function bytesOf(vector: Float32Array | undefined): Buffer {
  return toBytes(found(vector))
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('a text was answered no vector')
  return value
}

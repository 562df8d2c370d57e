import {
  ArchivoIlegible,
  cutTexto,
  type Limits,
  NoEncontrado,
  type Pasaje,
  tieneTitulos,
} from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
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
import { planPasajes } from './plan-pasajes.ts'
import { toBytes } from './vectores.ts'

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
    const vectores = await embedPasajes(plan.agregar, coleccion, { ...deps, onAvance, signal })
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

async function embedPasajes(
  pasajes: readonly Pasaje[],
  { servidorId, nombre, modelo }: Row<'ragColecciones'>,
  { embedTextos, onAvance, signal }: Reading & IndexDeps,
): Promise<Buffer[] | null> {
  if (servidorId === null) return null
  const vectores: Buffer[] = []
  while (vectores.length < pasajes.length) {
    signal.throwIfAborted()
    onAvance({ fase: 'vectores', hecho: vectores.length, total: pasajes.length })
    const textos = pasajes.slice(vectores.length, vectores.length + BATCH).map(textoOfVector)
    const embedded = await embedTextos({ coleccion: { nombre, modelo, servidorId }, textos, signal })
    vectores.push(...embedded.map(toBytes))
  }
  return vectores
}

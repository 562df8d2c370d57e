import { type DocumentoDeRag, LimiteSuperado, type Limits, type TipoDeDocumento } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { containing } from '../../db/like-pattern.ts'
import type { Database, Row } from '../../db/tables.ts'

/** What is told of a document: neither its file nor its text. */
const SHOWN = [
  'id',
  'nombre',
  'tipo',
  'bytes',
  'estado',
  'error',
  'fase',
  'hecho',
  'total',
  'pasajes',
  'creadoEn',
  'actualizadoEn',
  'subidoPor',
] as const

type Shown = Pick<Row<'ragDocumentos'>, (typeof SHOWN)[number]>

const toDocumento = ({ creadoEn, actualizadoEn, ...shown }: Shown): DocumentoDeRag => ({
  ...shown,
  creadoEn: creadoEn.toISOString(),
  actualizadoEn: actualizadoEn.toISOString(),
})

/** As one that waits to be read. */
export const PENDIENTE = {
  estado: 'pendiente',
  error: null,
  fase: 'texto',
  hecho: 0,
  total: null,
  toma: null,
  intentos: 0,
} as const

export interface ArchivoSubido {
  nombre: string
  tipo: TipoDeDocumento
  bytes: Buffer
}

/** Stores a file to be read; one of the same name takes the place of the other. */
export async function storeDocumento(
  trx: Transaction<Database>,
  { coleccionId, archivo, usuario }: { coleccionId: string; archivo: ArchivoSubido; usuario: string },
  { ragDocumentos: maximo }: Pick<Limits, 'ragDocumentos'>,
): Promise<DocumentoDeRag> {
  const { nombre, tipo, bytes } = archivo
  const content = {
    tipo,
    bytes: bytes.length,
    archivo: bytes,
    texto: null,
    subidoPor: usuario,
    // What somebody uploads over a page or a row is theirs.
    fuenteId: null,
    fuenteClave: null,
    fuenteHuella: null,
    fuenteValidadores: null,
    ...PENDIENTE,
  }
  // Of two who upload at once the second one waits: it counts what the first one stored.
  await sql`select from rag_colecciones where id = ${coleccionId}::uuid for no key update`.execute(trx)
  const replaced = await trx
    .updateTable('ragDocumentos')
    .set({ nombre, ...content, actualizadoEn: sql<Date>`clock_timestamp()` })
    .where('coleccionId', '=', coleccionId)
    .where(sql<string>`lower(nombre)`, '=', nombre.toLowerCase())
    .returning(SHOWN)
    .executeTakeFirst()
  if (replaced) return toDocumento(replaced)
  const { total } = await trx
    .selectFrom('ragDocumentos')
    .select((select) => select.fn.countAll<string>().as('total'))
    .where('coleccionId', '=', coleccionId)
    .executeTakeFirstOrThrow()
  if (Number(total) >= maximo) throw new LimiteSuperado({ limite: 'ragDocumentos', maximo })
  const stored = await trx
    .insertInto('ragDocumentos')
    .values({ id: uuid(), coleccionId, nombre, ...content, tomadoEn: null })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
  return toDocumento(stored)
}

interface PageOfDocumentos {
  q: string
  limite: number
  desde: number
}

/** In the order of their names, and how many there are in all. */
export async function listDocumentos(
  db: Kysely<Database>,
  coleccionId: string,
  { q, limite, desde }: PageOfDocumentos,
): Promise<{ documentos: DocumentoDeRag[]; total: number }> {
  const found = db
    .selectFrom('ragDocumentos')
    .where('coleccionId', '=', coleccionId)
    .where(sql<boolean>`unaccent(nombre) ilike unaccent(${containing(q)})`)
  const rows = await found
    .select(SHOWN)
    .orderBy(sql`lower(unaccent(nombre))`)
    .orderBy('id')
    .limit(limite)
    .offset(desde)
    .execute()
  const { total } = await found
    .select((select) => select.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { documentos: rows.map(toDocumento), total: Number(total) }
}

/** Undefined: there is none of this id in the collection. */
export async function findDocumento(
  db: Kysely<Database>,
  place: { coleccionId: string; id: string },
): Promise<DocumentoDeRag | undefined> {
  const row = await db
    .selectFrom('ragDocumentos')
    .select(SHOWN)
    .where('coleccionId', '=', place.coleccionId)
    .where('id', '=', place.id)
    .executeTakeFirst()
  return row && toDocumento(row)
}

/** With its passages. What is held of the collection in memory is then of an older state. */
export async function removeDocumento(
  trx: Transaction<Database>,
  { coleccionId, id }: { coleccionId: string; id: string },
): Promise<void> {
  // The collection first, as whoever indexes the document holds it: else each would wait for the other.
  await countChange(trx, coleccionId)
  await trx.deleteFrom('ragDocumentos').where('id', '=', id).execute()
}

export async function countChange(trx: Transaction<Database>, coleccionId: string): Promise<void> {
  await trx
    .updateTable('ragColecciones')
    .set({ contenido: sql<number>`contenido + 1` })
    .where('id', '=', coleccionId)
    .execute()
}

/** Whoever reads it hears of it at the next sign of life; what it was cut into before stays. False: it was not going on. */
export async function cancelDocumento(db: Kysely<Database>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ragDocumentos')
    .set({ estado: 'cancelado', toma: null, actualizadoEn: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('estado', 'in', ['pendiente', 'leyendo'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** All of a collection, or one: they are cut anew; their files are read again where that failed. Answers how many. */
export async function readAgain(
  db: Kysely<Database>,
  { coleccionId, id }: { coleccionId: string; id?: string },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('ragDocumentos')
    .set({ ...PENDIENTE, actualizadoEn: sql<Date>`clock_timestamp()` })
    .where('coleccionId', '=', coleccionId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** What whoever reads a document has of it. `texto`: it was read before. */
export type Tomado = Pick<
  Row<'ragDocumentos'>,
  'id' | 'coleccionId' | 'nombre' | 'tipo' | 'archivo' | 'texto' | 'intentos' | 'subidoPor'
> & { toma: string }

/** After so long without a sign of life whoever had it has died. */
const LOST_AFTER = '30 seconds'

/** The next document to be read, which nobody else then takes; undefined: there is none. */
export async function takeDocumento(db: Kysely<Database>): Promise<Tomado | undefined> {
  const toma = uuid()
  const { rows } = await sql<Omit<Tomado, 'toma'>>`
    update rag_documentos set estado = 'leyendo', toma = ${toma}, tomado_en = clock_timestamp(), intentos = intentos + 1
    where id = (
      select id from rag_documentos
      where estado = 'pendiente'
        or (estado = 'leyendo' and tomado_en < clock_timestamp() - ${LOST_AFTER}::interval)
      order by creado_en limit 1 for update skip locked)
    returning id, coleccion_id, nombre, tipo, archivo, texto, intentos, subido_por`.execute(db)
  const [taken] = rows
  return taken && { ...taken, toma }
}

export interface Avance {
  fase: 'texto' | 'vectores'
  hecho: number
  total: number | null
}

/** A sign of life. False: it is somebody else's by now, was cancelled, or is gone. */
export async function keepDocumento(
  db: Kysely<Database>,
  { id, toma }: Pick<Tomado, 'id' | 'toma'>,
  avance: Avance,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ragDocumentos')
    .set({ ...avance, tomadoEn: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('toma', '=', toma)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The text of its file, so that another cut need not read that again. */
export async function storeTexto(
  db: Kysely<Database>,
  { id, toma }: Pick<Tomado, 'id' | 'toma'>,
  texto: string,
): Promise<void> {
  await db.updateTable('ragDocumentos').set({ texto }).where('id', '=', id).where('toma', '=', toma).execute()
}

export type Fin = { estado: 'ok'; pasajes: number } | { estado: 'error'; error: string }

/** Ends the reading, if it still goes on under this toma. */
export async function endDocumento(
  db: Kysely<Database>,
  { id, toma }: Pick<Tomado, 'id' | 'toma'>,
  fin: Fin,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ragDocumentos')
    .set({ error: null, ...fin, toma: null, actualizadoEn: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('toma', '=', toma)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Somebody else reads it, from its beginning. */
export async function giveBackDocumento(
  db: Kysely<Database>,
  { id, toma, intentos }: Pick<Tomado, 'id' | 'toma' | 'intentos'>,
): Promise<void> {
  await db
    .updateTable('ragDocumentos')
    .set({ estado: 'pendiente', toma: null, intentos: intentos - 1 })
    .where('id', '=', id)
    .where('toma', '=', toma)
    .execute()
}

import type { IdiomaDeRag, ModoDeBusqueda, Pasaje } from '@div/contract'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { cancelledBy } from '../../motor/runtime/cancelled-by.ts'
import type { Guardado, PlanDePasajes } from './plan-pasajes.ts'
import { ABRE, CIERRA, type Marcas, readMarcas } from './read-marcas.ts'
import { writeConsulta } from './write-consulta.ts'

/** The search configuration of each language, which a migration made. */
const CONFIGURACIONES: Readonly<Record<IdiomaDeRag, string>> = {
  espanol: 'div_espanol',
  ingles: 'div_ingles',
  otro: 'div_otro',
}

const configuracion = (idioma: IdiomaDeRag) => sql`${CONFIGURACIONES[idioma]}::regconfig`

export function listGuardados(db: Kysely<Database>, documentoId: string): Promise<Guardado[]> {
  return db
    .selectFrom('ragPasajes')
    .select(['id', 'huella', 'orden', 'desde', 'hasta'])
    .where('documentoId', '=', documentoId)
    .orderBy('orden')
    .execute()
}

/** A page of the passages of a document, and how many there are. */
export async function listPasajes(
  db: Kysely<Database>,
  documentoId: string,
  { limite, desde }: { limite: number; desde: number },
): Promise<{ pasajes: Pasaje[]; total: number }> {
  const found = db.selectFrom('ragPasajes').where('documentoId', '=', documentoId)
  const pasajes = await found
    .select(['orden', 'texto', 'desde', 'hasta', 'titulo'])
    .orderBy('orden')
    .limit(limite)
    .offset(desde)
    .execute()
  const { total } = await found
    .select((select) => select.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { pasajes, total: Number(total) }
}

interface Escritura {
  coleccionId: string
  documentoId: string
  idioma: IdiomaDeRag
  plan: PlanDePasajes
  /** Of those that are added, in their order; null: the collection has none. */
  vectores: readonly Buffer[] | null
}

/** Passages of one statement. */
const CHUNK = 500

export async function writePasajes(trx: Transaction<Database>, escritura: Escritura): Promise<void> {
  const { coleccionId, documentoId, idioma, plan, vectores } = escritura
  await sql`delete from rag_pasajes where id = any(${plan.quitar}::bigint[])`.execute(trx)
  await sql`
    update rag_pasajes pasaje set orden = nuevo.orden, desde = nuevo.desde, hasta = nuevo.hasta
    from jsonb_to_recordset(${JSON.stringify(plan.mover)}::jsonb)
      as nuevo (id bigint, orden integer, desde integer, hasta integer)
    where pasaje.id = nuevo.id`.execute(trx)
  for (let start = 0; start < plan.agregar.length; start += CHUNK) {
    const rows = plan.agregar.slice(start, start + CHUNK).map(({ huella, ...pasaje }, index) => ({
      ...pasaje,
      huella: huella.toString('hex'),
      vector: vectores?.[start + index]?.toString('hex') ?? null,
    }))
    // The headings weigh more than what stands below them.
    await sql`
      insert into rag_pasajes (coleccion_id, documento_id, orden, texto, desde, hasta, titulo, huella, palabras, vector)
      select ${coleccionId}::uuid, ${documentoId}::uuid, orden, texto, desde, hasta, titulo, decode(huella, 'hex'),
        setweight(to_tsvector(${configuracion(idioma)}, array_to_string(titulo, ' ')), 'A')
          || to_tsvector(${configuracion(idioma)}, texto),
        decode(vector, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as nuevo (orden integer, texto text, desde integer, hasta integer, titulo text[], huella text, vector text)`.execute(
      trx,
    )
  }
}

export interface PorPalabras {
  id: string
  todas: boolean
}

/** Those further down help nobody. */
export const PRIMEROS = 50

export interface BusquedaPorPalabras {
  coleccionId: string
  idioma: IdiomaDeRag
  texto: string
  /** Passages that are enough. */
  limite: number
  /** Passages with its words that are looked at. */
  candidatos: number
}

/**
 * The passages with these words, the best first; where they are not enough, then those where words begin so, and those with some of them.
 * `hayMas`: more had them than were looked at, and among those may be better ones.
 */
export async function findByWords(
  db: Kysely<Database>,
  { coleccionId, idioma, texto, limite, candidatos }: BusquedaPorPalabras,
  signal: AbortSignal,
): Promise<{ hallados: PorPalabras[]; hayMas: boolean }> {
  const found = new Map<string, PorPalabras>()
  let hayMas = false
  for (const { query, todas } of queriesOf(idioma, texto)) {
    const { rows } = await sql<{ id: string; vistos: number }>`
      select id, count(*) over ()::integer as vistos from (
        select id, palabras from rag_pasajes where coleccion_id = ${coleccionId}::uuid and palabras @@ ${query}
        limit ${candidatos + 1}) as candidato
      order by ts_rank_cd(palabras, ${query}) desc, id
      limit ${PRIMEROS}`.execute(db, cancelledBy(signal))
    for (const { id } of rows) if (!found.has(id)) found.set(id, { id, todas })
    hayMas ||= (rows[0]?.vistos ?? 0) > candidatos
    if (found.size >= limite) break
  }
  return { hallados: [...found.values()].slice(0, PRIMEROS), hayMas }
}

/** What is asked, one after the other. */
function queriesOf(idioma: IdiomaDeRag, texto: string): { query: RawBuilder<unknown>; todas: boolean }[] {
  const written = { query: sql`websearch_to_tsquery(${configuracion(idioma)}, ${texto})`, todas: true }
  const consulta = writeConsulta(texto)
  if (consulta === null) return [written]
  const asQuery = (text: string) => sql`to_tsquery(${configuracion(idioma)}, ${text})`
  return [
    written,
    { query: asQuery(consulta.empiezan), todas: true },
    { query: asQuery(consulta.alguna), todas: false },
  ]
}

export type PasajeLeido = Pasaje & Marcas & { id: string; documentoId: string; documento: string }

/** These passages with the searched words marked in them, by their ids. */
export async function readPasajes(
  db: Kysely<Database>,
  ids: readonly string[],
  { idioma, texto, modo }: { idioma: IdiomaDeRag; texto: string; modo: ModoDeBusqueda },
): Promise<ReadonlyMap<string, PasajeLeido>> {
  const query = sql.join(
    queriesOf(idioma, texto).map(({ query: each }) => each),
    sql` || `,
  )
  const marking = `HighlightAll=true, StartSel=${ABRE}, StopSel=${CIERRA}`
  const { rows } = await sql<Omit<PasajeLeido, keyof Marcas> & { marcado: string }>`
    select pasaje.id, pasaje.documento_id, documento.nombre as documento, pasaje.orden, pasaje.texto, pasaje.desde,
      pasaje.hasta, pasaje.titulo,
      ${modo === 'vectores' ? sql`pasaje.texto` : sql`ts_headline(${configuracion(idioma)}, pasaje.texto, ${query}, ${marking})`}
        as marcado
    from rag_pasajes pasaje join rag_documentos documento on documento.id = pasaje.documento_id
    where pasaje.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ marcado, ...pasaje }) => [pasaje.id, { ...pasaje, ...readMarcas(marcado) }]))
}

/** What these passages say, and in which document, by their ids. */
export async function readTextos(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { documento: string; texto: string }>> {
  const rows = await db
    .selectFrom('ragPasajes')
    .innerJoin('ragDocumentos', 'ragDocumentos.id', 'ragPasajes.documentoId')
    .select(['ragPasajes.id', 'ragDocumentos.nombre as documento', 'ragPasajes.texto'])
    .where(sql<boolean>`rag_pasajes.id = any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, ...pasaje }) => [id, pasaje]))
}

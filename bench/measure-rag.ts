import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { busquedaDeRagSchema, LIMITS, type LlamadaPreparada, monotonicNow } from '@div/contract'
import type pg from 'pg'
import { createRag, type Rag } from '../apps/server/src/ai/rag/buscar.ts'
import { normalize, toBytes, Vectores } from '../apps/server/src/ai/rag/vectores.ts'
import { inOwnDatabase, type OwnDatabase } from './in-own-database.ts'
import { median } from './median.ts'

const PASAJES = 50_000
const VECTORES = 5_000
const DIMENSIONES = 1_536
const WORDS = 120
const COLECCION = '0000000a-0000-4000-8000-000000000001'
const SERVIDOR = '0000000b-0000-4000-8000-000000000001'
const DOCUMENTO = '0000000c-0000-4000-8000-000000000001'

export interface RagResult {
  pasajes: number
  vectores: number
  /** Medians of the searches, and their worst, in milliseconds. */
  palabras: Figure
  hibrido: Figure
  coseno: Figure
}

interface Figure {
  medianMs: number
  worstMs: number
}

/** How long it takes to find passages among many, by words, by both ways, and by comparing vectors alone. */
export async function measureRag(server: string): Promise<RagResult> {
  return inOwnDatabase(server, {
    name: 'bench_rag',
    async measure({ db, client }) {
      await fill(client)
      return readFigures(db)
    },
  })
}

/** Words as often as in a language: the one at place n is met about n times less often than the first. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`insert into servidores (id, nombre, tipo_servidor, descripcion, config, pool, resiliencia)
    values ('${SERVIDOR}', 'Modelos', 'openai', '', '{}', '{}', '{}')`)
  await client.query(`insert into rag_colecciones (id, nombre, descripcion, roles, idioma, corte, servidor_id, modelo)
    values ('${COLECCION}', 'Manuales', '', '{admin}', 'espanol', '{"tamano":1200,"solape":150}', '${SERVIDOR}', '')`)
  await client.query(`insert into rag_documentos (id, coleccion_id, nombre, tipo, bytes, archivo, estado, subido_por)
    values ('${DOCUMENTO}', '${COLECCION}', 'manual.md', 'markdown', 0, '', 'ok', 'admin')`)
  await client.query('select setseed(0.5)')
  await client.query(`insert into rag_pasajes (coleccion_id, documento_id, orden, texto, desde, hasta, titulo, huella, palabras)
    select '${COLECCION}', '${DOCUMENTO}', n, texto, 0, length(texto), '{}', '', to_tsvector('div_espanol', texto)
    from generate_series(1, ${PASAJES}) n cross join lateral (
      select string_agg(translate(left(md5(floor(exp(random() * ln(20000)))::int::text), 8), '0123456789', 'ghijklmnop'), ' ') as texto
      from generate_series(1, ${WORDS}) where n > 0) as escrito`)
  await client.query('vacuum analyze rag_pasajes')
}

async function readFigures(db: OwnDatabase['db']): Promise<RagResult> {
  const embedded: LlamadaPreparada = {
    efecto: 'lectura',
    admiteTransaccion: false,
    call: () => ({ vectores: [randomVector()] }),
  }
  const rag = createRag({
    db,
    limits: LIMITS,
    log: { warn() {} },
    llamadas: () => ({ prepare: () => embedded }),
  })
  const palabras = await measureSearches(rag, 'palabras')
  await db.transaction().execute(async (trx) => {
    const ids = await trx.selectFrom('ragPasajes').select('id').orderBy('id').limit(VECTORES).execute()
    for (const { id } of ids) {
      const vector = toBytes(normalize(randomVector()))
      await trx.updateTable('ragPasajes').set({ vector }).where('id', '=', id).execute()
    }
    await trx.updateTable('ragColecciones').set({ contenido: 1 }).execute()
  })
  const hibrido = await measureSearches(rag, 'hibrido')
  return { pasajes: PASAJES, vectores: VECTORES, palabras, hibrido, coseno: measureCosine() }
}

/** The word at this place, of which none begins like another. */
function wordAt(place: number): string {
  return createHash('md5')
    .update(String(place))
    .digest('hex')
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
}

/** Rare words and usual ones, the beginning of one, and a phrase. */
const SEARCHES = [
  `${wordAt(12_000)} ${wordAt(400)}`,
  `${wordAt(50)} ${wordAt(90)} ${wordAt(900)}`,
  `${wordAt(3)} ${wordAt(7)}`,
  wordAt(19_999),
  wordAt(1),
  wordAt(600).slice(0, 6),
  `"${wordAt(20)} ${wordAt(30)}"`,
]
const ROUNDS = 5
const SEARCH_MS = 60_000

async function measureSearches(rag: Rag, modo: 'palabras' | 'hibrido'): Promise<Figure> {
  const taken: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    for (const texto of SEARCHES) {
      const began = performance.now()
      await rag.search(COLECCION, busquedaDeRagSchema.parse({ texto, modo }), {
        signal: AbortSignal.timeout(SEARCH_MS),
        deadline: monotonicNow() + SEARCH_MS,
      })
      // The first round reads what the others find in memory.
      if (round > 0) taken.push(performance.now() - began)
    }
    await sleep(0)
  }
  return figureOf(taken)
}

function measureCosine(): Figure {
  const rows = Array.from({ length: VECTORES }, (_, index) => ({
    id: String(index),
    vector: toBytes(normalize(randomVector())),
  }))
  const vectores = new Vectores(rows, DIMENSIONES)
  const taken = Array.from({ length: 20 }, () => {
    const wanted = normalize(randomVector())
    const began = performance.now()
    vectores.nearest(wanted, 50)
    return performance.now() - began
  })
  return figureOf(taken)
}

const figureOf = (taken: readonly number[]): Figure => ({
  medianMs: median(taken),
  worstMs: Math.max(...taken),
})

function randomVector(): number[] {
  return Array.from({ length: DIMENSIONES }, () => Math.random() - 0.5)
}

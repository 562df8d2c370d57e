import { asignacionSchema } from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { objetivoOf } from '../../../ai/capacidades/objetivo-row.ts'
import { ajustesOf, readAjustes } from '../../../ajustes/ajustes-repository.ts'
import type { Database, Row } from '../../../db/tables.ts'
import { streamFilas } from '../../../motor/tablas/filas-repository.ts'
import { openParts } from '../../../secretos/canal-secrets.ts'
import { openAviso } from '../../../secretos/given-secret.ts'
import type { Secretos } from '../../../secretos/secretos.ts'
import { listCasos, toCaso } from '../../casos-prueba/casos-repository.ts'
import { FILAS_POR_LINEA, type Registro, type RegistroDe, registroSchema } from './registros.ts'

/** Definitions read by one statement: each may hold a large flujo. */
const PAGE = 200

/** Everything that is defined, as a copy holds it: its secrets open. Of one moment, when the transaction is. */
export async function* listRegistros(
  trx: Transaction<Database>,
  { secretos, conFilas }: { secretos: Secretos; conFilas: boolean },
): AsyncGenerator<Exclude<Registro, RegistroDe<'copia' | 'fin'>>> {
  yield* await listCategorias(trx)
  for await (const row of pages(trx, 'servidores'))
    yield registroOf('servidores', openServidor(row, secretos))
  for await (const row of pages(trx, 'parametros'))
    yield registroOf('parametros', openParametro(row, secretos))
  for await (const row of pages(trx, 'tablas')) {
    yield registroOf('tablas', { ...definitionOf(row), ...(await describeFilas(trx, row.id)) })
    if (conFilas) yield* listFilas(trx, row.id)
  }
  for await (const row of pages(trx, 'consecutivos')) yield registroOf('consecutivos', definitionOf(row))
  // Their documents are uploaded again: they are not defined by anybody, and may be gigabytes.
  for await (const { contenido, ...row } of pages(trx, 'ragColecciones'))
    yield registroOf('rag', definitionOf(row))
  for await (const row of pages(trx, 'procesos')) {
    yield registroOf('procesos', definitionOf(row))
    yield* await listVersiones(trx, row.id)
    for (const caso of await listCasos(trx, row.id))
      yield { tipo: 'casos', procesoId: row.id, datos: toCaso(caso) }
  }
  for await (const row of pages(trx, 'canales')) {
    const opened = openParts(row.id, row, secretos)
    const asignaciones = await listAsignaciones(trx, row.id)
    yield registroOf('canales', { ...definitionOf(row), ...opened, asignaciones })
  }
  for await (const row of pages(trx, 'calendarios')) yield registroOf('calendarios', definitionOf(row))
  for await (const row of pages(trx, 'tareasProgramadas')) {
    yield registroOf('tareas-programadas', definitionOf(row))
  }
  for await (const { silenciadaHasta, ...row } of pages(trx, 'alertas')) {
    yield registroOf('alertas', { ...definitionOf(row), webhook: openAviso(row.id, row.webhook, secretos) })
  }
  for await (const row of pages(trx, 'colecciones')) yield registroOf('colecciones', definitionOf(row))
  for await (const each of pages(trx, 'aiCapabilities')) {
    const { procesoId, tablaId, coleccionId, servidorId, opciones, ...row } = each
    yield registroOf('ai-capabilities', { ...definitionOf(row), objetivo: objetivoOf(each) })
  }
  for await (const row of pages(trx, 'aiContextos')) yield registroOf('ai-contexts', definitionOf(row))
  for await (const { definicion, ...row } of pages(trx, 'aiAgentes')) {
    const versiones = await listVersionesDeAgente(trx, row.id)
    yield registroOf('ai-agents', { ...definitionOf(row), ...definicion, versiones })
  }
  for await (const { nombre, ...row } of pages(trx, 'aiPrecios'))
    yield registroOf('ai/pricing', definitionOf(row))
  for await (const row of pages(trx, 'aiPresupuestos')) yield registroOf('ai/budget', definitionOf(row))
  const ajustes = await readAjustes(trx)
  yield registroOf('configuracion', {
    ...ajustesOf(ajustes),
    asincronos: ajustes.asincronos,
    trazas: ajustes.trazas,
  })
}

type Plain = Exclude<Registro['tipo'], 'copia' | 'fin' | 'filas' | 'versiones' | 'casos'>
type Listed = Exclude<Registro, RegistroDe<'copia' | 'fin'>>

const listedSchema = registroSchema.transform((registro): Listed => {
  if (registro.tipo === 'copia' || registro.tipo === 'fin') throw new TypeError('a frame is no definition')
  return registro
})

function registroOf(tipo: Plain, datos: object): Listed {
  return listedSchema.parse({ tipo, datos })
}

/** What a person wrote of a row. */
function definitionOf<Stored extends Row<'servidores' | 'procesos'> | { revision: number }>(
  row: Stored,
): object {
  return Object.fromEntries(Object.entries(row).filter(([key]) => !KEPT_BY_THE_PRODUCT.has(key)))
}

const KEPT_BY_THE_PRODUCT = new Set(['revision', 'creadoEn', 'actualizadoEn', 'actualizadoPor'])

type Paged =
  | 'servidores'
  | 'parametros'
  | 'tablas'
  | 'consecutivos'
  | 'procesos'
  | 'canales'
  | 'tareasProgramadas'
  | 'alertas'
  | 'calendarios'
  | 'colecciones'
  | 'aiCapabilities'
  | 'aiContextos'
  | 'aiAgentes'
  | 'ragColecciones'
  | 'aiPrecios'
  | 'aiPresupuestos'

async function* pages<Table extends Paged>(
  db: Kysely<Database>,
  table: Table,
): AsyncGenerator<Row<Table> & { id: string }> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<Row<Table> & { id: string }>`
      select * from ${sql.table(table)} where id > ${last}::uuid order by id limit ${PAGE}`.execute(db)
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < PAGE) return
    last = end.id
  }
}

async function listVersionesDeAgente(db: Kysely<Database>, agenteId: string): Promise<object[]> {
  const rows = await db
    .selectFrom('aiAgenteVersiones')
    .select(['version', 'nota', 'definicion', 'publicadaEn', 'publicadaPor'])
    .where('agenteId', '=', agenteId)
    .orderBy('version')
    .execute()
  return rows.map(({ publicadaEn, ...version }) => ({ ...version, publicadaEn: publicadaEn.toISOString() }))
}

/** Each after the one that holds it. */
async function listCategorias(db: Kysely<Database>): Promise<Listed[]> {
  const { rows } = await sql<Row<'categorias'>>`
    with recursive arbol as (
      select categorias.*, 0 as nivel from categorias where padre_id is null
      union all select hija.*, nivel + 1 from categorias hija join arbol on hija.padre_id = arbol.id)
    select * from arbol order by nivel, id`.execute(db)
  return rows.map(({ id, nombre, descripcion, color, padreId, orden }) =>
    registroOf('categorias', { id, nombre, descripcion, color, padreId, orden }),
  )
}

function openServidor(row: Row<'servidores'>, secretos: Secretos): object {
  const schema = SERVIDORES[row.tipoServidor]?.config
  if (!schema) throw new TypeError(`no servidor is of type ${row.tipoServidor}`)
  return { ...definitionOf(row), config: secretos.openConfig(schema, row.id, row.config) }
}

function openParametro(row: Row<'parametros'>, secretos: Secretos): object {
  const valor: unknown = row.secreto ? JSON.parse(secretos.open(row.id, String(row.valor))) : row.valor
  return { ...definitionOf(row), valor }
}

/** How many there are, and a number that changes with any of them. */
async function describeFilas(db: Kysely<Database>, tablaId: string) {
  const { rows } = await sql<{ filas: number; huella: string }>`
    select count(*)::int as filas,
      coalesce(sum(('x' || left(md5(id || '/' || datos::text), 16))::bit(64)::bigint::numeric), 0)::text as huella
    from tabla_filas where tabla_id = ${tablaId}::uuid`.execute(db)
  return rows[0] ?? { filas: 0, huella: '0' }
}

async function* listFilas(db: Kysely<Database>, tablaId: string): AsyncGenerator<RegistroDe<'filas'>> {
  let filas: RegistroDe<'filas'>['filas'] = []
  for await (const { id, datos } of streamFilas(db, tablaId)) {
    filas.push({ id, datos })
    if (filas.length < FILAS_POR_LINEA) continue
    yield { tipo: 'filas', tablaId, filas }
    filas = []
  }
  if (filas.length > 0) yield { tipo: 'filas', tablaId, filas }
}

async function listVersiones(db: Kysely<Database>, procesoId: string): Promise<Listed[]> {
  const rows = await db
    .selectFrom('procesoVersiones')
    .select(['version', 'modo', 'flujo', 'nota', 'publicadaEn', 'publicadaPor'])
    .where('procesoId', '=', procesoId)
    .orderBy('version')
    .execute()
  return rows.map(({ publicadaEn, ...datos }) =>
    listedSchema.parse({
      tipo: 'versiones',
      procesoId,
      datos: { ...datos, publicadaEn: publicadaEn.toISOString() },
    }),
  )
}

async function listAsignaciones(db: Kysely<Database>, canalId: string) {
  const rows = await db
    .selectFrom('canalProcesos')
    .select(['procesoId', 'version', 'metodo', 'ruta', 'operacion', 'etag'])
    .where('canalId', '=', canalId)
    .orderBy('orden')
    .execute()
  return z.array(asignacionSchema).parse(
    rows.map(({ version, ...row }) => ({
      ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
      version: version ?? 'publicada',
    })),
  )
}

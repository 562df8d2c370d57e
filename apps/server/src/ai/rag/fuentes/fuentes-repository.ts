import type { CuentasDeFuente, FuenteDeRag, FuenteDeRagGuardada } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Row } from '../../../db/tables.ts'
import { countChange, PENDIENTE } from '../documentos-repository.ts'
import { nextLectura } from './next-lectura.ts'
import { type Encontrado, type LecturaDeFuente, planFuente, type Validadores } from './plan-fuente.ts'

type Stored = Row<'ragFuentes'>

const SHOWN = [
  'id',
  'nombre',
  'origen',
  'cadaMinutos',
  'cron',
  'zonaHoraria',
  'estado',
  'error',
  'cuentas',
  'leidaEn',
  'proximaEn',
  'revision',
  'creadoPor',
] as const

function toFuente({
  leidaEn,
  proximaEn,
  ...fuente
}: Pick<Stored, (typeof SHOWN)[number]>): FuenteDeRagGuardada {
  return {
    ...fuente,
    leidaEn: leidaEn?.toISOString() ?? null,
    proximaEn: proximaEn?.toISOString() ?? null,
  }
}

export async function listFuentes(db: Kysely<Database>, coleccionId: string): Promise<FuenteDeRagGuardada[]> {
  const rows = await db
    .selectFrom('ragFuentes')
    .select(SHOWN)
    .where('coleccionId', '=', coleccionId)
    .orderBy(sql`lower(unaccent(nombre))`)
    .execute()
  return rows.map(toFuente)
}

/** Undefined: there is none of this id in the collection. */
export async function findFuente(
  db: Kysely<Database>,
  { coleccionId, id }: { coleccionId: string; id: string },
): Promise<FuenteDeRagGuardada | undefined> {
  const row = await db
    .selectFrom('ragFuentes')
    .select(SHOWN)
    .where('coleccionId', '=', coleccionId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toFuente(row)
}

/** As it is written, to be read at once. */
function writtenOf({ nombre, origen, cadaMinutos, cron, zonaHoraria }: FuenteDeRag) {
  return {
    nombre,
    origen: JSON.stringify(origen),
    servidorId: origen.tipo === 'consulta' ? origen.servidorId : null,
    cadaMinutos,
    cron,
    zonaHoraria,
    estado: 'pendiente' as const,
    error: null,
    toma: null,
  }
}

export async function isNombreTaken(
  trx: Transaction<Database>,
  { coleccionId, nombre, except }: { coleccionId: string; nombre: string; except?: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('ragFuentes')
    .select('id')
    .where('coleccionId', '=', coleccionId)
    .where(sql<string>`lower(nombre)`, '=', nombre.toLowerCase())
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .executeTakeFirst()
  return row !== undefined
}

export async function insertFuente(
  trx: Transaction<Database>,
  { coleccionId, fuente, usuario }: { coleccionId: string; fuente: FuenteDeRag; usuario: string },
): Promise<FuenteDeRagGuardada> {
  const row = await trx
    .insertInto('ragFuentes')
    .values({
      id: uuid(),
      coleccionId,
      ...writtenOf(fuente),
      cuentas: null,
      leidaEn: null,
      proximaEn: null,
      tomadaEn: null,
      creadoPor: usuario,
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
  return toFuente(row)
}

/** Undefined: somebody else stored it meanwhile. Whoever reads it as it was writes nothing more. */
export async function updateFuente(
  trx: Transaction<Database>,
  { id, revision, fuente }: { id: string; revision: number; fuente: FuenteDeRag },
): Promise<FuenteDeRagGuardada | undefined> {
  const row = await trx
    .updateTable('ragFuentes')
    .set({ ...writtenOf(fuente), revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returning(SHOWN)
    .executeTakeFirst()
  return row && toFuente(row)
}

/** With its documents. */
export async function removeFuente(
  trx: Transaction<Database>,
  { coleccionId, id }: { coleccionId: string; id: string },
): Promise<void> {
  await countChange(trx, coleccionId)
  await trx.deleteFrom('ragFuentes').where('id', '=', id).execute()
}

export async function readFuenteAgain(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.updateTable('ragFuentes').set({ estado: 'pendiente', toma: null }).where('id', '=', id).execute()
}

export type FuenteTomada = Pick<
  Stored,
  'id' | 'coleccionId' | 'nombre' | 'origen' | 'cadaMinutos' | 'cron' | 'zonaHoraria' | 'creadoPor'
> & { toma: string }

/** The next source that is due, which nobody else then takes; one that was not ended in this time has lost its reader. */
export async function takeFuente(
  db: Kysely<Database>,
  lostAfterMs: number,
): Promise<FuenteTomada | undefined> {
  const toma = uuid()
  const { rows } = await sql<Omit<FuenteTomada, 'toma'>>`
    update rag_fuentes set estado = 'leyendo', toma = ${toma}, tomada_en = clock_timestamp()
    where id = (
      select id from rag_fuentes
      where estado = 'pendiente' or (estado in ('ok', 'error') and proxima_en <= clock_timestamp())
        or (estado = 'leyendo' and tomada_en < clock_timestamp() - ${lostAfterMs} * interval '1 millisecond')
      order by proxima_en nulls first limit 1 for update skip locked)
    returning id, coleccion_id, nombre, origen, cada_minutos, cron, zona_horaria, creado_por`.execute(db)
  const [taken] = rows
  return taken && { ...taken, toma }
}

interface FinDeFuente {
  error: string | null
  /** Null: nothing of it could be read. */
  cuentas: CuentasDeFuente | null
}

/** False: it was changed, is read anew, or is gone. */
export async function endFuente(
  db: Kysely<Database>,
  { id, toma, ...horario }: Pick<FuenteTomada, 'id' | 'toma' | 'cadaMinutos' | 'cron' | 'zonaHoraria'>,
  { error, cuentas }: FinDeFuente,
): Promise<boolean> {
  // The clock by which it will be due: another one that is behind would have it read twice at its hour.
  const { ahora } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as('ahora')).executeTakeFirstOrThrow()
  const { numUpdatedRows } = await db
    .updateTable('ragFuentes')
    .set({
      estado: error === null ? 'ok' : 'error',
      error,
      toma: null,
      leidaEn: ahora,
      proximaEn: nextLectura(horario, ahora),
      ...(cuentas && { cuentas: JSON.stringify(cuentas) }),
    })
    .where('id', '=', id)
    .where('toma', '=', toma)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whoever stops gives it back. */
export async function giveBackFuente(
  db: Kysely<Database>,
  { id, toma }: Pick<FuenteTomada, 'id' | 'toma'>,
): Promise<void> {
  await db
    .updateTable('ragFuentes')
    .set({ estado: 'pendiente', toma: null })
    .where('id', '=', id)
    .where('toma', '=', toma)
    .execute()
}

export async function listValidadores(
  db: Kysely<Database>,
  fuenteId: string,
): Promise<ReadonlyMap<string, Validadores>> {
  const rows = await db
    .selectFrom('ragDocumentos')
    .select(['fuenteClave', 'fuenteValidadores'])
    .where('fuenteId', '=', fuenteId)
    .execute()
  return new Map(
    rows.flatMap(({ fuenteClave, fuenteValidadores }) =>
      fuenteClave !== null && fuenteValidadores ? [[fuenteClave, fuenteValidadores] as const] : [],
    ),
  )
}

/** Puts what a source holds now into its collection. Answers what became of it; null: its reading is no longer wanted. */
export function storeLectura(
  db: Kysely<Database>,
  fuente: FuenteTomada,
  lectura: LecturaDeFuente,
  { error, maximo, refuse }: { error: string | null; maximo: number; refuse: () => Error },
): Promise<CuentasDeFuente | null> {
  const { id: fuenteId, coleccionId } = fuente
  return db.transaction().execute(async (trx) => {
    // Whoever indexes or uploads holds it first as well.
    await sql`select from rag_colecciones where id = ${coleccionId}::uuid for no key update`.execute(trx)
    const known = await trx
      .selectFrom('ragDocumentos')
      .select(['id', 'fuenteClave', 'fuenteHuella'])
      .where('fuenteId', '=', fuenteId)
      .execute()
    const plan = planFuente(
      known.flatMap(({ id, fuenteClave: clave, fuenteHuella: huella }) =>
        clave !== null && huella ? [{ id, clave, huella }] : [],
      ),
      lectura,
    )
    if (!(await endFuente(trx, fuente, { error, cuentas: plan.cuentas }))) return null
    if (plan.quitar.length > 0) {
      await trx.deleteFrom('ragDocumentos').where('id', 'in', plan.quitar).execute()
      await countChange(trx, coleccionId)
    }
    const { total } = await trx
      .selectFrom('ragDocumentos')
      .select((select) => select.fn.countAll<string>().as('total'))
      .where('coleccionId', '=', coleccionId)
      .executeTakeFirstOrThrow()
    if (Number(total) + plan.crear.length > maximo) throw refuse()
    for (const { id, ...encontrado } of plan.cambiar) {
      await trx
        .updateTable('ragDocumentos')
        .set({ ...contentOf(encontrado, fuente), actualizadoEn: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .execute()
    }
    for (const encontrado of plan.crear) {
      await trx
        .insertInto('ragDocumentos')
        .values({
          id: uuid(),
          coleccionId,
          nombre: await freeNombre(trx, coleccionId, encontrado.nombre),
          ...contentOf(encontrado, fuente),
          fuenteId,
          fuenteClave: encontrado.clave,
          tomadoEn: null,
        })
        .execute()
    }
    return plan.cuentas
  })
}

function contentOf({ tipo, bytes, huella, validadores }: Encontrado, { creadoPor }: FuenteTomada) {
  return {
    tipo,
    bytes: bytes.length,
    archivo: bytes,
    texto: null,
    subidoPor: creadoPor,
    fuenteHuella: huella,
    fuenteValidadores: validadores ? JSON.stringify(validadores) : null,
    ...PENDIENTE,
  }
}

/** One that another document of the collection has gets a number. */
async function freeNombre(trx: Transaction<Database>, coleccionId: string, nombre: string): Promise<string> {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? nombre : `${nombre} (${number})`
    const taken = await trx
      .selectFrom('ragDocumentos')
      .select('id')
      .where('coleccionId', '=', coleccionId)
      .where(sql<string>`lower(nombre)`, '=', tried.toLowerCase())
      .executeTakeFirst()
    if (!taken) return tried
  }
}

import { AppError, CuerpoInvalido, isStorable, type Limits } from '@div/contract'
import { countDone, type Evento, type Suerte, type Tanda } from '@div/servidores'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Cola } from '../async-pool/cola.ts'
import { newRunId } from '../runtime/new-run-id.ts'
import { aceptadoOf } from '../scheduler/fire-tareas.ts'
import { countEntregas, type Ilegible } from './apartados-repository.ts'
import type { TareaConEvento } from './escuchas-repository.ts'

export interface AcceptDeps {
  db: Kysely<Database>
  cola: Pick<Cola, 'acceptIn' | 'tell'>
  limits(): Pick<Limits, 'tareaMs'>
}

interface Llegada {
  tarea: TareaConEvento
  /** The worker that listens. */
  dueno: string
  /** The entry that the process is given. Throws an AppError where it cannot be. */
  toEntrada(datos: Readonly<Record<string, unknown>>): Record<string, unknown>
}

/** Another worker listens by now: what was not settled it hears of. */
export class EscuchaAjena extends Error {}

interface Legible {
  evento: Evento
  entrada: Record<string, unknown>
}

/**
 * Stores the runs of what came together, their entries in the ledger and where to go on: all or nothing. Of what was accepted before
 * nothing is begun again. Throws EscuchaAjena.
 */
export async function acceptTanda(
  { db, cola, limits }: AcceptDeps,
  { tarea, dueno, toEntrada }: Llegada,
  tanda: Tanda,
): Promise<{ suertes: Suerte[]; aceptadas: string[] }> {
  const judged = tanda.eventos.map((evento) => judge(placed(evento, tarea), toEntrada))
  const decided = await db.transaction().execute(async (trx) => {
    await hold(trx, tarea.id, dueno)
    const perdidos = await countEntregas(trx, tarea, judged.filter(isIlegible))
    const suertes = judged.map((each): Suerte => {
      if (!isIlegible(each)) return 'hecho'
      return perdidos.has(each.huella) ? 'perdido' : 'devuelto'
    })
    const nuevos = await leaveOutKnown(trx, tarea.id, judged)
    const runs = nuevos.map((legible) => ({ ...legible, idEjecucion: newRunId() }))
    await writeLedger(trx, tarea.id, [
      ...runs.map(({ evento: { clave }, idEjecucion }) => ({ clave, idEjecucion, motivo: null })),
      ...[...perdidos.values()].map((motivo) => ({ clave: null, idEjecucion: null, motivo })),
    ])
    if (runs.length > 0) {
      await cola.acceptIn(
        trx,
        runs.map(({ entrada, idEjecucion }) => aceptadoOf({ ...tarea, entrada }, idEjecucion, limits())),
      )
    }
    await writeCursor(trx, tarea.id, tanda, suertes)
    return { suertes, aceptadas: runs.map(({ idEjecucion }) => idEjecucion) }
  })
  if (decided.aceptadas.length > 0) cola.tell()
  return decided
}

/** Another servidor may call something else the same. */
function placed(evento: Evento, { evento: { servidorId } }: TareaConEvento): Evento {
  const { clave, huella } = evento
  return { clave: clave && `${servidorId}:${clave}`, huella, read: () => evento.read() }
}

function judge(evento: Evento, toEntrada: Llegada['toEntrada']): Legible | Ilegible {
  let datos: Readonly<Record<string, unknown>> | null = null
  try {
    const given = evento.read()
    expectStorable({ clave: evento.clave, given })
    datos = given
    return { evento, entrada: toEntrada(datos) }
  } catch (error) {
    // Whatever else is thrown is a fault of ours.
    if (!(error instanceof AppError)) throw error
    return { huella: evento.huella, datos, causa: explain(error) }
  }
}

/** What cannot be stored takes nothing along that came with it. Throws CuerpoInvalido. */
function expectStorable(value: unknown): void {
  try {
    JSON.stringify(value, (key, member: unknown) => {
      for (const text of [key, member])
        if (typeof text === 'string' && !isStorable(text)) throw new SyntaxError(key)
      return member
    })
  } catch (cause) {
    throw new CuerpoInvalido(
      { motivo: 'contiene un carácter nulo o la mitad de uno, o está demasiado anidado' },
      { cause },
    )
  }
}

function isIlegible(judged: Legible | Ilegible): judged is Ilegible {
  return 'causa' in judged
}

function explain({ message, errores }: AppError): string {
  return [message, ...errores.map(({ campo, mensaje }) => `${campo}: ${mensaje}`)].join(' ')
}

/** The tarea first, as who removes it does: what is written of it below refers to it. */
async function hold(trx: Transaction<Database>, tareaId: string, dueno: string): Promise<void> {
  await sql`select from tareas_programadas where id = ${tareaId}::uuid for key share`.execute(trx)
  const { rows } = await sql`
    select from escuchas where tarea_id = ${tareaId}::uuid and dueno = ${dueno}::uuid and hasta > now()
    for update`.execute(trx)
  if (rows.length === 0) throw new EscuchaAjena()
}

/** Whoever holds the listening is the only one who writes them. */
async function leaveOutKnown(
  trx: Transaction<Database>,
  tareaId: string,
  judged: readonly (Legible | Ilegible)[],
): Promise<Legible[]> {
  const legibles = judged.filter((each): each is Legible => !isIlegible(each))
  const claves = legibles.flatMap(({ evento: { clave } }) => clave ?? [])
  if (claves.length === 0) return legibles
  const known = await trx
    .selectFrom('disparos')
    .select('clave')
    .where('tareaId', '=', tareaId)
    .where('clave', 'in', claves)
    .execute()
  const seen = new Set(known.map(({ clave }) => clave))
  return legibles.filter(({ evento: { clave } }) => {
    if (clave === null) return true
    const isNew = !seen.has(clave)
    seen.add(clave)
    return isNew
  })
}

interface Entrada {
  clave: string | null
  idEjecucion: string | null
  /** Of what could not be read. */
  motivo: string | null
}

/** A millisecond apart and after all that stands there: that is as far as its pages tell them apart. */
async function writeLedger(
  trx: Transaction<Database>,
  tareaId: string,
  entradas: readonly Entrada[],
): Promise<void> {
  if (entradas.length === 0) return
  await sql`
    insert into disparos (tarea_id, previsto, estado, motivo, ejecucion_id, clave)
    select ${tareaId}::uuid, ultimo + place * interval '1 millisecond',
      case when motivo is null then 'disparado' else 'perdido' end, motivo, run, clave
    from unnest(
      ${entradas.map(({ motivo }) => motivo)}::text[], ${entradas.map(({ idEjecucion }) => idEjecucion)}::uuid[],
      ${entradas.map(({ clave }) => clave)}::text[]
    ) with ordinality as entrada (motivo, run, clave, place), (
      select greatest(date_trunc('milliseconds', now()), max(previsto)) as ultimo
      from disparos where tarea_id = ${tareaId}::uuid) as antes`.execute(trx)
}

/** Up to the first that is to be told again. */
async function writeCursor(
  trx: Transaction<Database>,
  tareaId: string,
  { cursorAfter }: Tanda,
  suertes: readonly Suerte[],
): Promise<void> {
  if (!cursorAfter) return
  const cursor = cursorAfter(countDone(suertes))
  await trx
    .updateTable('escuchas')
    .set({ cursor: JSON.stringify(cursor) })
    .where('tareaId', '=', tareaId)
    .execute()
}

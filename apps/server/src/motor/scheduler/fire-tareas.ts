import type { Festivo, Limits } from '@div/contract'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import type { Aceptado } from '../async-pool/aceptado.ts'
import type { Cola } from '../async-pool/cola.ts'
import { newRunId } from '../runtime/new-run-id.ts'
import { horarioOf } from './horario-of.ts'
import { type Disparo, firstHora, MOTIVOS, planDisparos } from './plan-disparos.ts'

export interface FireDeps {
  db: Kysely<Database>
  cola: Pick<Cola, 'acceptIn' | 'listUnended' | 'tell'>
  /** In force now. */
  limits(): FireLimits
}

type FireLimits = Pick<Limits, 'tareaMs' | 'graciaDisparoMs' | 'disparosPerdidos'>
type Tarea = Row<'tareasProgramadas'>

/** A tarea of which something is to be done, and what is known of its schedule. */
type DueTarea = Tarea & {
  planeada: number | null
  proximo: Date | null
  ultimaEjecucion: string | null
  /** Of its calendario; null: it has none. */
  finDeSemana: boolean | null
  festivos: Festivo[] | null
  revisionCalendario: number | null
}

/** What comes of looking at one tarea. */
interface Fired {
  plan: Insertable<Database['planificaciones']>
  ledger: Insertable<Database['disparos']>[]
  aceptados: Aceptado[]
}

/** Tareas that one transaction looks at. */
const MAX_TOGETHER = 200

/**
 * Fires what is due and writes down what became of each firing. Any number of workers may do it at once: each takes tareas that no other
 * has, and the run, its entry in the ledger and the next firing are stored together.
 */
export async function fireTareas({ db, cola, limits }: FireDeps): Promise<{ more: boolean }> {
  const { fired, more } = await db.transaction().execute(async (trx) => {
    const { now, tareas } = await takeDue(trx)
    const last = tareas.flatMap(({ ultimaEjecucion }) => ultimaEjecucion ?? [])
    // Who holds a connection does not wait for another one.
    const unended = await cola.listUnended(last, trx)
    const fired = tareas.map((tarea) => fireTarea(tarea, { now, unended, limits: limits() }))
    await store(trx, fired, cola)
    return { fired, more: tareas.length === MAX_TOGETHER }
  })
  if (fired.some(({ aceptados }) => aceptados.length > 0)) cola.tell()
  return { more }
}

/** By the clock of the database: those of the workers may differ. */
async function takeDue(trx: Transaction<Database>): Promise<{ now: Date; tareas: DueTarea[] }> {
  const tareas = await trx
    .selectFrom('tareasProgramadas as tarea')
    .leftJoin('planificaciones as plan', 'plan.tareaId', 'tarea.id')
    .leftJoin('calendarios as calendario', 'calendario.id', 'tarea.calendarioId')
    .selectAll('tarea')
    .select(['calendario.finDeSemana', 'calendario.festivos', 'calendario.revision as revisionCalendario'])
    .select(['plan.revision as planeada', 'plan.proximo', 'plan.ultimaEjecucion', sql<Date>`now()`.as('now')])
    .where('tarea.activo', '=', true)
    .where('tarea.evento', 'is', null)
    .where(({ or, eb, ref }) =>
      or([
        eb('plan.tareaId', 'is', null),
        eb('plan.revision', '<>', ref('tarea.revision')),
        eb('plan.proximo', '<=', sql<Date>`now()`),
        sql<boolean>`plan.revision_calendario is distinct from calendario.revision`,
      ]),
    )
    .orderBy('plan.proximo')
    .limit(MAX_TOGETHER)
    .forUpdate('tarea')
    .skipLocked()
    .execute()
  return { now: tareas[0]?.now ?? new Date(), tareas }
}

function fireTarea(
  tarea: DueTarea,
  {
    now,
    unended,
    limits,
  }: { now: Date; unended: Awaited<ReturnType<Cola['listUnended']>>; limits: FireLimits },
): Fired {
  const { disparos, proximo } = planOf(tarea, now, limits)
  const fired: Omit<Fired, 'plan'> = { ledger: [], aceptados: [] }
  const porCancelar: string[] = []
  let last = tarea.ultimaEjecucion
  let isRunning = last !== null && unended.has(last)
  for (const disparo of disparos) {
    const { estado, motivo } = judge(disparo, isRunning && tarea.solapamiento === 'omitir')
    const idEjecucion = estado === 'disparado' ? newRunId() : null
    const { previsto } = disparo
    fired.ledger.push({
      tareaId: tarea.id,
      previsto,
      estado,
      motivo,
      usuario: null,
      ejecucionId: idEjecucion,
    })
    if (idEjecucion === null) continue
    if (isRunning && last !== null && tarea.solapamiento === 'cancelarAnterior') porCancelar.push(last)
    fired.aceptados.push(aceptadoOf(tarea, idEjecucion, limits))
    last = idEjecucion
    isRunning = true
  }
  return {
    ...fired,
    plan: {
      tareaId: tarea.id,
      revision: tarea.revision,
      revisionCalendario: tarea.revisionCalendario,
      proximo,
      ultimaEjecucion: last,
      porCancelar,
    },
  }
}

/** What the ledger says of a firing; `isBlocked`: the one before still runs, and is not to be overlapped. */
function judge(
  { resultado, motivo }: Disparo,
  isBlocked: boolean,
): { estado: Disparo['resultado']; motivo: string | null } {
  if (resultado !== 'disparado') return { estado: resultado, motivo }
  return isBlocked ? { estado: 'omitido', motivo: MOTIVOS.solapado } : { estado: 'disparado', motivo }
}

/** A tarea that is new or was changed begins anew: what was due before is not made up for. */
function planOf(
  tarea: DueTarea,
  now: Date,
  { graciaDisparoMs: graciaMs, disparosPerdidos: maximo }: FireLimits,
): { disparos: Disparo[]; proximo: Date } {
  const { planeada, revision, proximo, finDeSemana, festivos } = tarea
  const horario = horarioOf(
    tarea,
    finDeSemana === null || festivos === null ? null : { finDeSemana, festivos },
  )
  // Of a calendario that was changed only what is to come is reckoned anew.
  const isToCome = proximo !== null && proximo > now
  if (proximo === null || planeada !== revision || isToCome)
    return { disparos: [], proximo: firstHora(horario, now) }
  return planDisparos({ ...horario, alPerder: tarea.alPerder }, { proximo, now, graciaMs, maximo })
}

/** The run of a tarea: of the version that is published when it begins. */
export function aceptadoOf(
  { id, procesoId, entrada, solapamiento }: Pick<Tarea, 'id' | 'procesoId' | 'entrada' | 'solapamiento'>,
  idEjecucion: string,
  { tareaMs }: Pick<Limits, 'tareaMs'>,
): Aceptado {
  return {
    idEjecucion,
    trabajo: {
      procesoId,
      version: null,
      canalId: null,
      tareaId: id,
      origen: 'tarea',
      entrada,
      formato: 'json',
      tiempoMaximoMs: tareaMs,
      ...(solapamiento === 'encolar' && { enOrden: true }),
    },
  }
}

async function store(
  trx: Transaction<Database>,
  fired: readonly Fired[],
  cola: Pick<Cola, 'acceptIn'>,
): Promise<void> {
  if (fired.length === 0) return
  await trx
    .insertInto('planificaciones')
    .values(fired.map(({ plan }) => plan))
    .onConflict((conflict) =>
      conflict.column('tareaId').doUpdateSet(({ ref }) => ({
        revision: ref('excluded.revision'),
        proximo: ref('excluded.proximo'),
        ultimaEjecucion: ref('excluded.ultimaEjecucion'),
        revisionCalendario: ref('excluded.revisionCalendario'),
        porCancelar: sql`planificaciones.por_cancelar || excluded.por_cancelar`,
      })),
    )
    .execute()
  const ledger = fired.flatMap((each) => each.ledger)
  if (ledger.length > 0) await trx.insertInto('disparos').values(ledger).execute()
  const aceptados = fired.flatMap((each) => each.aceptados)
  if (aceptados.length > 0) await cola.acceptIn(trx, aceptados)
}

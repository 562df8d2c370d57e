import {
  cancelacionSchema,
  DatosInvalidos,
  disparoSchema,
  type ErrorDeCampo,
  previsionSchema,
  siguienteDisparoSchema,
  type Tarea,
  tareaGuardadaSchema,
  tareaResumenSchema,
  tareaSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Row } from '../../db/tables.ts'
import type { Cola } from '../../motor/async-pool/cola.ts'
import { readEscuchas } from '../../motor/eventos/escuchas-repository.ts'
import { newRunId } from '../../motor/runtime/new-run-id.ts'
import { checkCron } from '../../motor/scheduler/cron.ts'
import { listDisparos, storeManualDisparo } from '../../motor/scheduler/disparos-repository.ts'
import { aceptadoOf } from '../../motor/scheduler/fire-tareas.ts'
import { horarioOf } from '../../motor/scheduler/horario-of.ts'
import { nextDisparos, nextHoras } from '../../motor/scheduler/horas.ts'
import { listCambios } from '../../motor/scheduler/list-cambios.ts'
import { listSiguientes } from '../../motor/scheduler/list-siguientes.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { describeLimite } from '../resource/page-query.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findRecord, registerResource } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { listAlertasUsing } from '../usos/list-alertas-using.ts'
import { registerEventosApartados } from './apartados-routes.ts'
import { checkEvento } from './check-evento.ts'
import { describeDisparos, describeUltimos } from './describe-disparos.ts'
import {
  describeProcesos,
  holdProceso,
  holdServidor,
  readActive,
  readCalendarios,
  readServidores,
  toRow,
} from './repository.ts'

/** Firings that a tarea shows of its future. */
const PROXIMAS = 5

function toJson({
  id,
  revision,
  creadoEn,
  actualizadoEn,
  actualizadoPor,
  ...tarea
}: Row<'tareasProgramadas'>) {
  return tarea
}

const defineTareas = (
  cola: Pick<Cola, 'listUnended'>,
): ResourceDefinition<Row<'tareasProgramadas'>, Tarea> => ({
  resource: 'tareas-programadas',
  label: 'la tarea programada',
  table: 'tareasProgramadas',
  schema: tareaSchema,
  answer: tareaGuardadaSchema,
  summary: tareaResumenSchema,
  derived: ['proximas', 'proceso', 'versionPublicada', 'servidor', 'escucha', 'ultimo'],
  async toRow(input, { trx, usuario: { role } }) {
    const { evento } = input
    const errores: ErrorDeCampo[] = evento
      ? checkEvento({ ...input, evento }, { role, tipoServidor: await holdServidor(trx, evento.servidorId) })
      : checkCron(input)
    if (!(await holdProceso(trx, input.procesoId)))
      errores.push({ campo: 'procesoId', mensaje: 'No existe este proceso.' })
    const { calendarioId } = input
    if (calendarioId !== null && !(await readCalendarios(trx, [calendarioId])).has(calendarioId))
      errores.push({ campo: 'calendarioId', mensaje: 'No existe este calendario.' })
    if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
    return toRow(input)
  },
  toJson,
  async toSummaries(db, rows) {
    const procesos = await describeProcesos(
      db,
      rows.map(({ procesoId }) => procesoId),
    )
    const calendarios = await readCalendarios(
      db,
      rows.map(({ calendarioId }) => calendarioId),
    )
    const servidores = await readServidores(
      db,
      rows.flatMap(({ evento }) => evento?.servidorId ?? []),
    )
    const escuchas = await readEscuchas(
      db,
      rows.flatMap(({ id, evento }) => (evento ? id : [])),
    )
    const ultimos = await describeUltimos(
      rows.map(({ id }) => id),
      { db, cola },
    )
    const from = new Date()
    return rows.map((row) => {
      const horario = horarioOf(row, calendarios.get(row.calendarioId ?? '') ?? null)
      return {
        ...toJson(row),
        ...procesos.get(row.procesoId),
        proximas: row.activo && !row.evento ? nextDisparos(horario, { count: PROXIMAS, from }) : [],
        servidor: servidores.get(row.evento?.servidorId ?? '') ?? null,
        escucha: escuchas.get(row.id) ?? null,
        ultimo: ultimos.get(row.id) ?? null,
      }
    })
  },
  listUsos: (db, { id }) => listAlertasUsing(db, id),
})

const previewSchema = tareaSchema.pick({ cron: true, zonaHoraria: true, enFestivo: true }).extend({
  calendarioId: z.uuid().optional(),
  cantidad: z.coerce.number().int().min(1).max(100).default(PROXIMAS),
})

const DEFAULT_SIGUIENTES = 10

const DEFAULT_DISPAROS = 50

export function registerTareasProgramadas(app: FastifyInstance, deps: ApiDeps): void {
  const { db, runtime, config } = deps
  const tareas = defineTareas(runtime.cola)
  registerResource(app, deps, tareas)
  registerEventosApartados(app, deps)

  /** Runs it now, with its own input, also while it is not active; whoever asked stands in its ledger. */
  const running = { access: 'tareas-programadas.editar', answers: { 202: cancelacionSchema } } as const
  app.post('/api/tareas-programadas/:id/ejecutar', { config: running }, async (request, reply) => {
    const { id, nombre, ...tarea } = await findRecord(tareas, db, request.params)
    const idEjecucion = newRunId()
    const usuario = request.usuario.username
    await runtime.cola.expectRoom()
    await db.transaction().execute(async (trx) => {
      await runtime.cola.acceptIn(trx, [aceptadoOf({ id, ...tarea }, idEjecucion, runtime.limites())])
      await storeManualDisparo(trx, { tareaId: id, usuario, ejecucionId: idEjecucion })
      await audit(trx, {
        usuario,
        accion: 'ejecutar',
        recurso: 'tareas-programadas',
        recursoId: id,
        detalle: { nombre, ejecucion: idEjecucion },
      })
    })
    runtime.cola.tell()
    return reply.code(202).send({ idEjecucion })
  })

  const disparosQuery = z.strictObject({
    limite: describeLimite(config.limits, DEFAULT_DISPAROS),
    /** Goes on from the last one of a page. */
    antesDe: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .optional(),
  })
  const listingDisparos = {
    access: 'tareas-programadas.leer',
    query: disparosQuery,
    answers: { 200: z.array(disparoSchema) },
  } as const
  app.get('/api/tareas-programadas/:id/ejecuciones', { config: listingDisparos }, async (request) => {
    const { id } = await findRecord(tareas, db, request.params)
    const disparos = await listDisparos(db, id, parseInput(disparosQuery, request.query))
    return describeDisparos(disparos, { db, cola: runtime.cola })
  })

  const siguientesQuery = z.strictObject({ limite: describeLimite(config.limits, DEFAULT_SIGUIENTES) })
  const listingNext = {
    access: 'tareas-programadas.leer',
    query: siguientesQuery,
    answers: { 200: z.array(siguienteDisparoSchema) },
  } as const
  app.get('/api/tareas-programadas/siguientes', { config: listingNext }, async (request) => {
    const { limite } = parseInput(siguientesQuery, request.query)
    return listSiguientes(readPlaneadas(), { limite, from: new Date() })
  })

  async function* readPlaneadas() {
    for await (const { cron, zonaHoraria, enFestivo, finDeSemana, festivos, ...tarea } of readActive(db)) {
      const calendario = finDeSemana === null || festivos === null ? null : { finDeSemana, festivos }
      yield { ...tarea, horario: horarioOf({ cron, zonaHoraria, enFestivo }, calendario) }
    }
  }

  /** What a form shows while a cron text is being written. */
  const previewing = {
    access: 'tareas-programadas.leer',
    query: previewSchema,
    answers: { 200: previsionSchema },
  } as const
  app.get('/api/tareas-programadas/proximas', { config: previewing }, async (request) => {
    const { cantidad: count, calendarioId = null, ...tarea } = parseInput(previewSchema, request.query)
    const errores = checkCron(tarea)
    if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
    const calendarios = await readCalendarios(db, [calendarioId])
    const horario = horarioOf(tarea, calendarios.get(calendarioId ?? '') ?? null)
    const from = new Date()
    return {
      proximas: nextDisparos(horario, { count, from }),
      horas: nextHoras(horario, { count, from }),
      cambiosDeHora: listCambios(horario, from),
    }
  })
}

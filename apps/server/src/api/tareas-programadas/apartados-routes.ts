import {
  type AppError,
  cancelacionSchema,
  DatosInvalidos,
  eventoApartadoSchema,
  NoEncontrado,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import { findDefecto } from '../../motor/definitions/find-defecto.ts'
import { listApartados, takeApartado } from '../../motor/eventos/apartados-repository.ts'
import { readTareaConEvento } from '../../motor/eventos/escuchas-repository.ts'
import { mapEntrada } from '../../motor/eventos/map-entrada.ts'
import { newRunId } from '../../motor/runtime/new-run-id.ts'
import { storeManualDisparo } from '../../motor/scheduler/disparos-repository.ts'
import { aceptadoOf } from '../../motor/scheduler/fire-tareas.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { describeLimite } from '../resource/page-query.ts'
import { parseInput } from '../resource/parse-input.ts'

const PATH = '/api/tareas-programadas/:id/eventos-apartados'
const DEFAULT_LIMITE = 50
const tareaParams = z.object({ id: z.uuid() })
const eventoParams = tareaParams.extend({ eventoId: z.uuid() })

/** Events that a process could not be given: looked at, begun after all or dropped. */
export function registerEventosApartados(app: FastifyInstance, { db, runtime, config }: ApiDeps): void {
  const query = z.strictObject({
    limite: describeLimite(config.limits, DEFAULT_LIMITE),
    /** Goes on from the last one of a page. */
    antesDe: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .optional(),
  })
  const listing = {
    access: 'tareas-programadas.leer',
    query,
    answers: { 200: z.array(eventoApartadoSchema) },
  } as const
  app.get(PATH, { config: listing }, async (request) => {
    const tarea = await find(request.params)
    const { secretos } = await runtime.readScope(trabajoOf(tarea))
    const apartados = await listApartados(db, tarea.id, parseInput(query, request.query))
    // What is wrong with the data may quote it.
    return apartados.map(({ datos, causa, ...apartado }) => ({
      ...apartado,
      datos: datos && runtime.history.mask(datos, secretos),
      causa: String(runtime.history.mask(causa, secretos)),
    }))
  })

  /** With the settings of the tarea as they are now. */
  const repeating = { access: 'tareas-programadas.editar', answers: { 202: cancelacionSchema } } as const
  app.post(`${PATH}/:eventoId/reintentar`, { config: repeating }, async (request, reply) => {
    const tarea = await find(request.params)
    const { eventoId } = parseInput(eventoParams, request.params)
    const usuario = request.usuario.username
    const published = await runtime.definitions.find(tarea.procesoId, null)
    const defecto = findDefecto(published)
    if (defecto !== null) throw refused('procesoId', defecto)
    await runtime.cola.expectRoom()
    const idEjecucion = newRunId()
    await db.transaction().execute(async (trx) => {
      const apartado = await takeApartado(trx, { tareaId: tarea.id, id: eventoId })
      if (!apartado) throw notFound(eventoId)
      if (!apartado.datos) throw refused('eventoId', 'No se pudo leer lo que traía: solo cabe descartarlo.')
      const entrada = mapEntrada(tarea)(apartado.datos)
      published?.outcome.plan?.entrada.coerce(entrada)
      await runtime.cola.acceptIn(trx, [aceptadoOf({ ...tarea, entrada }, idEjecucion, runtime.limites())])
      await storeManualDisparo(trx, { tareaId: tarea.id, usuario, ejecucionId: idEjecucion })
      await tell(trx, { usuario, accion: 'reintentar', eventoId, tareaId: tarea.id })
    })
    runtime.cola.tell()
    return reply.code(202).send({ idEjecucion })
  })

  const discarding = { access: 'tareas-programadas.editar', answers: { 204: null } } as const
  app.delete(`${PATH}/:eventoId`, { config: discarding }, async (request, reply) => {
    const { id: tareaId, eventoId } = parseInput(eventoParams, request.params)
    const usuario = request.usuario.username
    await db.transaction().execute(async (trx) => {
      if (!(await takeApartado(trx, { tareaId, id: eventoId }))) throw notFound(eventoId)
      await tell(trx, { usuario, accion: 'descartar', eventoId, tareaId })
    })
    return reply.code(204).send()
  })

  async function find(params: unknown) {
    const { id } = parseInput(tareaParams, params)
    const tarea = await readTareaConEvento(db, id)
    if (!tarea) throw new NoEncontrado({ recurso: 'la tarea con evento', id })
    return tarea
  }

  function trabajoOf(tarea: Parameters<typeof aceptadoOf>[0]) {
    return aceptadoOf(tarea, newRunId(), runtime.limites()).trabajo
  }
}

function notFound(id: string): AppError {
  return new NoEncontrado({ recurso: 'el evento apartado', id })
}

function refused(campo: string, mensaje: string): AppError {
  return new DatosInvalidos(undefined, { errores: [{ campo, mensaje }] })
}

function tell(
  trx: Transaction<Database>,
  {
    usuario,
    accion,
    tareaId,
    eventoId,
  }: { usuario: string; accion: 'reintentar' | 'descartar'; tareaId: string; eventoId: string },
): Promise<void> {
  return audit(trx, {
    usuario,
    accion,
    recurso: 'tareas-programadas',
    recursoId: tareaId,
    detalle: { evento: eventoId },
  })
}

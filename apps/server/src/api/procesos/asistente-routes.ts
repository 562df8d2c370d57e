import {
  formulaPropuestaSchema,
  pedirFlujoSchema,
  pedirFormulaSchema,
  propuestaDeFlujoSchema,
} from '@div/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { proposeFlujo } from '../../ai/asistente/propose-flujo.ts'
import { proposeFormula } from '../../ai/asistente/propose-formula.ts'
import { refuseForbidden } from '../access/find-forbidden.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { leavesWith } from '../resource/leaves-with.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findRecord } from '../resource/register-resource.ts'
import { procesos, readFlujo } from './procesos.ts'
import { createDraftValidator } from './validate-draft.ts'

/** The assistant of whoever draws. It proposes; nothing is stored here. */
export function registerAsistenteDeFlujo(app: FastifyInstance, deps: ApiDeps): void {
  const { db, runtime } = deps
  const { limits } = deps.config
  const validate = createDraftValidator(runtime)

  const proposing = {
    access: 'procesos.editar',
    body: pedirFlujoSchema,
    answers: { 200: propuestaDeFlujoSchema },
  } as const
  app.post('/api/procesos/:id/asistente', { config: proposing }, async (request, reply) => {
    const { peticion, anteriores, flujo: document } = parseInput(pedirFlujoSchema, request.body)
    const flujo = readFlujo(document)
    const { id, nombre, modo } = await findRecord(procesos, db, request.params)
    const { role, username } = request.usuario
    // What is drawn names things already: whoever may not read them is told nothing of them by a model.
    await refuseForbidden(db, flujo, role)
    await note(request, { id, detalle: { nombre, que: 'flujo' } })
    return runtime.asistente.converse(whoAsks(request, reply), (charla) =>
      proposeFlujo(
        charla,
        {
          peticion,
          flujo,
          anteriores,
          role,
          validate: async (drawn) => (await validate(db, { id, flujo: drawn, modo }, role)).hallazgos,
          onExplorar: ({ servidorId, nombre: servidor, consulta: { que, nombre: objeto } }) =>
            db.transaction().execute((trx) =>
              audit(trx, {
                usuario: username,
                accion: 'explorar',
                recurso: 'servidores',
                recursoId: servidorId,
                detalle: {
                  nombre: servidor,
                  asistente: true,
                  ...(que === 'objeto' ? { objeto } : { q: objeto }),
                },
              }),
            ),
        },
        { db, pools: runtime.pools, limits },
      ),
    )
  })

  const writing = {
    access: 'procesos.editar',
    body: pedirFormulaSchema,
    answers: { 200: formulaPropuestaSchema },
  } as const
  app.post('/api/procesos/:id/asistente/formula', { config: writing }, async (request, reply) => {
    const { flujo: document, ...peticion } = parseInput(pedirFormulaSchema, request.body)
    const flujo = readFlujo(document)
    const { id, nombre } = await findRecord(procesos, db, request.params)
    const { role } = request.usuario
    await refuseForbidden(db, flujo, role)
    await note(request, { id, detalle: { nombre, que: 'formula', nodo: peticion.nodo } })
    return runtime.asistente.converse(whoAsks(request, reply), (charla) =>
      proposeFormula(charla, { ...peticion, flujo, role }, { db, limits }),
    )
  })

  /** That a model was asked, and of what; never what was said to it. */
  function note(
    { usuario: { username } }: FastifyRequest,
    { id, detalle }: { id: string; detalle: Record<string, string> },
  ): Promise<void> {
    return db
      .transaction()
      .execute((trx) =>
        audit(trx, { usuario: username, accion: 'preguntar', recurso: 'procesos', recursoId: id, detalle }),
      )
  }
}

function whoAsks({ usuario: { id: usuarioId } }: FastifyRequest, reply: FastifyReply) {
  return { usuarioId, signal: leavesWith(reply) }
}

import {
  aprobacionSchema,
  decididaSchema,
  decisionSchema,
  NoEncontrado,
  type Role,
  RolNoDecide,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createClaves } from '../../motor/async-pool/claves-negocio.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'

const idSchema = z.object({ id: z.uuid() })
/** Those that wait longest; of the others it is told how many they are. */
const MAX_LISTED = 200

/** Durable runs that wait for a person: each role sees and decides its own, an admin all of them. */
export function registerAprobaciones(app: FastifyInstance, { db, runtime }: ApiDeps): void {
  const { cola } = runtime
  const { esperas } = cola
  const { readClaveNegocio } = createClaves(runtime)

  const listing = {
    access: 'autenticado',
    answers: { 200: z.array(aprobacionSchema) },
    answerHeaders: ['X-Total-Count'],
  } as const
  app.get('/api/aprobaciones', { config: listing }, async ({ usuario }, reply) => {
    const roles = rolesOf(usuario.role)
    const [listed, total, claveOf] = await Promise.all([
      esperas.listAprobaciones({ roles, limite: MAX_LISTED }),
      esperas.countAprobaciones({ roles }),
      readClaveNegocio(),
    ])
    reply.header('x-total-count', total)
    return listed.map(({ trabajo, version, ...aprobacion }) => ({
      ...aprobacion,
      // It goes on with the version with which it began.
      claveNegocio: claveOf({ ...trabajo, version }),
    }))
  })

  const deciding = { access: 'autenticado', body: decisionSchema, answers: { 200: decididaSchema } } as const
  app.post('/api/aprobaciones/:id', { config: deciding }, async ({ params, body, usuario }) => {
    const { id } = parseInput(idSchema, params)
    const { aprobada, comentario } = parseInput(decisionSchema, body)
    const espera = await esperas.findAprobacion(id)
    if (!espera) throw new NoEncontrado({ recurso: 'la aprobación', id })
    const { ejecucionId, nodo, rol } = espera
    const roles = rolesOf(usuario.role)
    if (roles !== null && !roles.includes(rol ?? '')) throw new RolNoDecide({ rol: rol ?? '' })
    await db.transaction().execute(async (trx) => {
      await esperas.decide(trx, espera, {
        aprobada,
        comentario,
        usuario: usuario.username,
        momento: new Date(),
      })
      await audit(trx, {
        usuario: usuario.username,
        accion: aprobada ? 'aprobar' : 'rechazar',
        recurso: 'ejecuciones',
        recursoId: ejecucionId,
        detalle: { nodo, comentario },
      })
    })
    cola.tell()
    return { ejecucionId, aprobada }
  })
}

/** Whose approvals somebody decides; null: everybody's. */
function rolesOf(role: Role): readonly string[] | null {
  return role === 'admin' ? null : [role]
}

import {
  type AiContexto,
  aiContextoArmadoSchema,
  aiContextoGuardadoSchema,
  aiContextoResumenSchema,
  aiContextoSchema,
  DatosInvalidos,
  probarAiContextoSchema,
  verAiContextoSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { buildForUsuario, refuseUnread } from '../../ai/contexts/build-for-usuario.ts'
import { replaceFuentes } from '../../ai/contexts/replace-fuentes.ts'
import type { Row } from '../../db/tables.ts'
import { isColeccionVisible } from '../access/find-forbidden.ts'
import type { ApiDeps } from '../api-deps.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findVisible, registerResource } from '../resource/register-resource.ts'
import type { Actor, ResourceDefinition } from '../resource/resource-definition.ts'
import { addAgentesUsing, listAgentesUsing } from '../usos/list-agentes-using.ts'
import { checkFuente, toRow } from './repository.ts'

const contextos: ResourceDefinition<Row<'aiContextos'>, AiContexto> = {
  resource: 'ai-contexts',
  label: 'el contexto',
  table: 'aiContextos',
  schema: aiContextoSchema,
  answer: aiContextoGuardadoSchema,
  summary: aiContextoResumenSchema,
  visibleTo: ({ role }) => (role === 'admin' ? null : sql<boolean>`${role} = any(roles)`),
  async toRow(input, { trx, usuario }) {
    if (!isColeccionVisible(input.roles, usuario.role)) {
      const errores = [{ campo: 'roles', mensaje: 'Incluya su propio rol: si no, dejaría de verlo.' }]
      throw new DatosInvalidos(undefined, { errores })
    }
    refuseUnread(input.piezas, usuario)
    const errores = []
    for (const [index, pieza] of input.piezas.entries()) {
      const wrong = await checkFuente(trx, pieza)
      if (wrong) errores.push({ campo: `piezas[${index}].${wrong.campo}`, mensaje: wrong.mensaje })
    }
    if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
    return toRow(input)
  },
  toJson: ({ descripcion, roles, variables, piezas }) => ({ descripcion, roles, variables, piezas }),
  listUsos: (db, { id }) => listAgentesUsing(db, 'ai-contexts', id),
  countUsos(db, rows) {
    const ids = rows.map(({ id }) => id)
    return addAgentesUsing(db, 'ai-contexts', ids, new Map())
  },
  afterWrite: ({ id, piezas }, { trx }) => replaceFuentes(trx, id, piezas),
}

/** What models are told before they are asked, and what that comes to now. */
export function registerAiContexts(app: FastifyInstance, deps: ApiDeps): void {
  const { db, config, runtime } = deps
  registerResource(app, deps, contextos)

  const seeing = {
    access: 'ai-contexts.leer',
    body: verAiContextoSchema,
    answers: { 200: aiContextoArmadoSchema },
  } as const
  app.post('/api/ai-contexts/:id/vista-previa', { config: seeing }, async (request) => {
    const contexto = await findVisible(contextos, db, request)
    const { valores } = parseInput(verAiContextoSchema, request.body)
    return preview(contexto, { valores, usuario: request.usuario })
  })

  const trying = {
    access: 'ai-contexts.editar',
    body: probarAiContextoSchema,
    answers: { 200: aiContextoArmadoSchema },
  } as const
  /** Of what is not stored yet. */
  app.post('/api/ai-contexts/vista-previa', { config: trying }, async (request) => {
    const { valores, ...contenido } = parseInput(probarAiContextoSchema, request.body)
    return preview(contenido, { valores, usuario: request.usuario })
  })

  function preview(
    contenido: Pick<AiContexto, 'variables' | 'piezas'>,
    use: { valores: Readonly<Record<string, string>>; usuario: Actor },
  ) {
    return buildForUsuario({ db, limits: config.limits, pools: runtime.pools }, contenido, use)
  }
}

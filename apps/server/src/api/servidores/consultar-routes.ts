import {
  type ConsultaProbada,
  consultaPorProbarSchema,
  consultaProbadaSchema,
  hasPermission,
  monotonicNow,
  PermisoDenegado,
  type Servidor,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../db/tables.ts'
import { createSampler } from '../../motor/history/sample.ts'
import { tryConsulta } from '../../motor/pools/try-consulta.ts'
import { newRunId } from '../../motor/runtime/new-run-id.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { leavesWith } from '../resource/leaves-with.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findRecord } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'

/** A person sees as much of the rows as of a test run. */
const SHOWN_CHARS = 262_144

/** A query that is written on the canvas, tried by itself. */
export function registerConsultar(
  app: FastifyInstance,
  { db, runtime, config: { limits } }: ApiDeps,
  servidores: ResourceDefinition<Row<'servidores'>, Servidor>,
): void {
  const sampler = createSampler({ maxChars: SHOWN_CHARS })
  // As running a draft is: whoever draws a query may run it (security rule 12).
  const trying = {
    access: 'procesos.editar',
    body: consultaPorProbarSchema,
    answers: { 200: consultaProbadaSchema },
  } as const
  app.post('/api/servidores/:id/consultar', { config: trying }, async (request, reply) => {
    const { username, role } = request.usuario
    // What a request names is decided like what its path says (security rule 7).
    if (!hasPermission(role, 'servidores.leer')) throw new PermisoDenegado({ permiso: 'servidores.leer' })
    const { sql, parametros, confirmado } = parseInput(consultaPorProbarSchema, request.body)
    const { id, nombre, tipoServidor } = await findRecord(servidores, db, request.params)
    // A servidor that was stored a moment ago is known here too.
    await runtime.definitions.catchUp()
    await db.transaction().execute((trx) =>
      audit(trx, {
        usuario: username,
        accion: 'ejecutar',
        recurso: 'servidores',
        recursoId: id,
        detalle: { nombre, consulta: true, confirmado },
      }),
    )
    // Whoever no longer waits for the answer no longer wants the rows.
    const began = monotonicNow()
    const probada = await tryConsulta(
      runtime.pools,
      {
        servidor: { id, nombre, tipoServidor },
        sql,
        parametros,
        confirmado,
        idEjecucion: newRunId(),
        signal: leavesWith(reply),
      },
      limits,
    )
    const duracionMs = monotonicNow() - began
    return show({ ...probada, duracionMs }, id)
  })

  /** Without secrets, and no more of long values than a screen can take. */
  function show({ filas, ...probada }: ConsultaProbada, servidorId: string): unknown {
    const secretos = runtime.redactor.scope([`servidor:${servidorId}`])
    return { ...probada, filas: JSON.parse(sampler.begin(secretos)(filas)) }
  }
}

import {
  type AccionAuditada,
  AutorizacionNoValida,
  HerramientaCambiada,
  HerramientaRetirada,
  LIMITS,
  LimiteSuperado,
  type McpServer,
  mcpServerConHerramientasSchema,
  mcpServerSchema,
  monotonicNow,
  NoEncontrado,
  pedirAutorizacionSchema,
  permitirHerramientaSchema,
  probarHerramientaSchema,
  respuestaDeHerramientaSchema,
  retirarHerramientaSchema,
  terminarAutorizacionSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { askPerson, takeAnswer } from '../../ai/mcp/ask-person.ts'
import { deleteAutorizacion } from '../../ai/mcp/autorizaciones-repository.ts'
import { callHerramienta } from '../../ai/mcp/call-herramienta.ts'
import { readPermitidas } from '../../ai/mcp/permitidas-repository.ts'
import type { Database } from '../../db/tables.ts'
import { newRunId } from '../../motor/runtime/new-run-id.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { leavesWith } from '../resource/leaves-with.ts'
import { parseInput } from '../resource/parse-input.ts'
import { describeServer } from './describe-server.ts'
import {
  countServidores,
  findServidor,
  listServidores,
  lockServidor,
  type McpServidor,
  tellChange,
  writePermitidas,
} from './repository.ts'

const idSchema = z.object({ id: z.uuid() })
const listQuery = z.object({ limite: z.coerce.number().int().min(1).max(1_000).default(1_000) })

/** Servers of MCP of somebody else, and which of their tools may be used here. Their settings are those of a servidor of type `mcp`. */
export function registerMcpServers(app: FastifyInstance, deps: ApiDeps): void {
  const { db, runtime, config } = deps

  const listing = {
    access: 'servidores.leer',
    query: listQuery,
    answers: { 200: z.array(mcpServerSchema) },
    answerHeaders: ['X-Total-Count'],
  } as const
  app.get('/api/mcp-servers', { config: listing }, async (request, reply) => {
    const { limite } = parseInput(listQuery, request.query)
    const [rows, total] = await Promise.all([listServidores(db, limite), countServidores(db)])
    reply.header('x-total-count', total)
    return rows.map(describeServer)
  })

  const looking = { access: 'servidores.leer', answers: { 200: mcpServerConHerramientasSchema } } as const
  app.get('/api/mcp-servers/:id', { config: looking }, async (request) => {
    const servidor = await findOrThrow(request.params)
    await auditUse(request.usuario.username, { accion: 'explorar', servidor })
    const herramientas = await runtime.pools.listHerramientas(servidor.id)
    return { ...describeServer(servidor), herramientas }
  })

  const writing = { access: 'servidores.editar', answers: { 200: mcpServerSchema } } as const
  const allowing = { ...writing, body: permitirHerramientaSchema } as const
  /** Looked at again before it is stored: what is allowed is what whoever allows it has seen. */
  app.post('/api/mcp-servers/:id/permitir', { config: allowing }, async (request) => {
    const { nombre, huella, escribe } = parseInput(permitirHerramientaSchema, request.body)
    const servidor = await findOrThrow(request.params)
    const offered = await runtime.pools.listHerramientas(servidor.id)
    const found = offered.find((each) => each.nombre === nombre)
    if (!found || found.estado === 'retirada')
      throw new HerramientaRetirada({ herramienta: nombre, servidor: servidor.nombre })
    if (found.huella !== huella)
      throw new HerramientaCambiada({ herramienta: nombre, servidor: servidor.nombre })
    const { estado: _, antes: __, ...definicion } = found
    const detalle = { herramienta: nombre, huella, escribe }
    return change(request, { accion: 'permitirHerramienta', detalle }, (permitidas) => [
      ...permitidas.filter((each) => each.nombre !== nombre),
      { ...definicion, escribe },
    ])
  })

  const withdrawing = { ...writing, body: retirarHerramientaSchema } as const
  app.post('/api/mcp-servers/:id/retirar', { config: withdrawing }, async (request) => {
    const { nombre } = parseInput(retirarHerramientaSchema, request.body)
    return change(request, { accion: 'retirarHerramienta', detalle: { herramienta: nombre } }, (permitidas) =>
      permitidas.filter((each) => each.nombre !== nombre),
    )
  })

  const trying = {
    access: 'servidores.editar',
    body: probarHerramientaSchema,
    answers: { 200: respuestaDeHerramientaSchema },
  } as const
  app.post('/api/mcp-servers/:id/probar', { config: trying }, async (request, reply) => {
    const { nombre: herramienta, argumentos } = parseInput(probarHerramientaSchema, request.body)
    const servidor = await findOrThrow(request.params)
    await auditUse(request.usuario.username, { accion: 'probar', servidor, herramienta })
    await runtime.definitions.catchUp()
    const { ejecucionMs } = config.limits
    const idEjecucion = newRunId()
    return callHerramienta(
      runtime.pools,
      { servidor: servidor.id, herramienta, argumentos },
      {
        idEjecucion,
        claveIdempotencia: idEjecucion,
        signal: AbortSignal.any([leavesWith(reply), AbortSignal.timeout(ejecucionMs)]),
        deadline: monotonicNow() + ejecucionMs,
        profundidad: 0,
        savepoint: false,
      },
    )
  })

  const asking = {
    access: 'servidores.editar',
    soloConSesion: true,
    body: pedirAutorizacionSchema,
    answers: { 200: z.strictObject({ direccion: z.url() }) },
  } as const
  app.post('/api/mcp-servers/:id/autorizar', { config: asking }, async (request) => {
    const { volverA } = parseInput(pedirAutorizacionSchema, request.body)
    const { origin } = new URL(volverA)
    const own = [
      request.headers.origin,
      ...config.webOrigins,
      config.urlBase && new URL(config.urlBase).origin,
    ]
    if (!own.includes(origin))
      throw new AutorizacionNoValida({ motivo: `${origin} no es la dirección de DIV` })
    const servidor = await findOrThrow(request.params)
    await auditUse(request.usuario.username, { accion: 'usar', servidor })
    const usuarioId = request.usuario.id
    return { direccion: await askPerson(askDeps, destinoOf(servidor), { usuarioId, volverA }) }
  })

  const answering = { ...writing, soloConSesion: true, body: terminarAutorizacionSchema } as const
  app.post('/api/mcp-servers/autorizaciones', { config: answering }, async (request) => {
    const { usuario } = request
    const { estado, codigo, emisor = null } = parseInput(terminarAutorizacionSchema, request.body)
    const id = await takeAnswer(
      askDeps,
      { estado, codigo, emisor, usuario },
      {
        findDestino: async (servidorId) => destinoOf(await findOrThrow({ id: servidorId })),
        async note(trx, servidor) {
          await tellChange(trx, servidor.id)
          await auditIn(trx, usuario.username, { accion: 'autorizar', servidor })
        },
      },
    )
    return describeServer(await findOrThrow({ id }))
  })

  const forgetting = { access: 'servidores.editar', soloConSesion: true, answers: { 204: null } } as const
  app.delete('/api/mcp-servers/:id/autorizacion', { config: forgetting }, async (request, reply) => {
    const servidor = await findOrThrow(request.params)
    await db.transaction().execute(async (trx) => {
      if (!(await deleteAutorizacion(trx, servidor.id))) return
      await tellChange(trx, servidor.id)
      await auditIn(trx, request.usuario.username, { accion: 'olvidarAutorizacion', servidor })
    })
    return reply.code(204).send()
  })

  const askDeps = { db, secretos: deps.secretos, limits: config.limits }

  function destinoOf({ id, nombre, config: stored, permitirRedPrivada }: McpServidor) {
    return {
      id,
      nombre,
      config: stored,
      red: runtime.createRed({ permitirRedPrivada, servidor: nombre }),
    }
  }

  async function findOrThrow(params: unknown): Promise<McpServidor> {
    const { id } = parseInput(idSchema, params)
    const found = await findServidor(db, id)
    if (!found) throw new NoEncontrado({ recurso: 'el servidor MCP', id })
    return found
  }

  /** Stores which tools are allowed in one transaction with its audit. */
  async function change(
    { params, usuario }: { params: unknown; usuario: { username: string } },
    what: { accion: AccionAuditada; detalle: Readonly<Record<string, unknown>> },
    next: (
      permitidas: ReturnType<typeof readPermitidas>,
    ) => Parameters<typeof writePermitidas>[2]['herramientas'],
  ): Promise<McpServer> {
    const { id } = parseInput(idSchema, params)
    const { username } = usuario
    await db.transaction().execute(async (trx) => {
      const servidor = await lockServidor(trx, id)
      if (!servidor) throw new NoEncontrado({ recurso: 'el servidor MCP', id })
      const herramientas = next(readPermitidas(servidor))
      const { mcpHerramientas: maximo } = LIMITS
      // More of them its settings could not be read with; those that it offers no more count until they are withdrawn.
      if (herramientas.length > maximo) {
        const mensaje = 'Retire una de las que ya no se usan y permita esta después.'
        throw new LimiteSuperado(
          { limite: 'de herramientas permitidas', maximo },
          { errores: [{ campo: 'nombre', mensaje }] },
        )
      }
      await writePermitidas(trx, servidor, { herramientas, usuario: username })
      await auditIn(trx, username, { ...what, servidor })
    })
    return describeServer(await findOrThrow(params))
  }

  function auditUse(username: string, use: Audited & { herramienta?: string }): Promise<void> {
    const { herramienta, ...what } = use
    const detalle = herramienta === undefined ? {} : { herramienta }
    return db.transaction().execute((trx) => auditIn(trx, username, { ...what, detalle }))
  }
}

interface Audited {
  accion: AccionAuditada
  servidor: Pick<McpServidor, 'id' | 'nombre'>
}

function auditIn(
  trx: Transaction<Database>,
  usuario: string,
  { accion, servidor: { id, nombre }, detalle }: Audited & { detalle?: Readonly<Record<string, unknown>> },
): Promise<void> {
  return audit(trx, {
    usuario,
    accion,
    recurso: 'servidores',
    recursoId: id,
    detalle: { nombre, ...detalle },
  })
}

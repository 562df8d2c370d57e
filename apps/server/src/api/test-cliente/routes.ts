import {
  DatosInvalidos,
  limitesDeCargaSchema,
  NoEncontrado,
  PeticionAbandonada,
  type PeticionEnviada,
  peticionEnviadaSchema,
  type RespuestaMostrada,
  respuestaMostradaSchema,
  resultadoDeCargaSchema,
  Saturado,
  sobreDePruebaSchema,
} from '@div/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ApiDeps } from '../api-deps.ts'
import { type AuditEntry, auditAll } from '../auditoria/audit.ts'
import { leavesWith } from '../resource/leaves-with.ts'
import { parseInput } from '../resource/parse-input.ts'
import { asWritten, describeCarga, describeSolicitud, describeTestCliente, sobreSchema } from './bodies.ts'
import { registerEntornos } from './entornos-routes.ts'
import { fillRequest } from './fill-request.ts'
import { forgetEnviadas, keepEnviada, listEnviadas } from './historial-repository.ts'
import { reachableHost } from './reachable-host.ts'
import { findCanal, findOperacion } from './repository.ts'
import { runCarga } from './run-carga.ts'
import { callWith, type Llamada, sendLlamada, whyNot, writeSolicitud } from './send-llamada.ts'
import { createTurnstile } from './turnstile.ts'
import { writeSobre } from './write-sobre.ts'

/** There is no switch for what is called without a servidor. */
const EN_OTRO_LUGAR =
  'El Cliente de Pruebas no llama a ninguna: si es un canal de este DIV, elija «Canal» en lugar de «Dirección externa»; a otro servicio llámelo desde un proceso, con un servidor que tenga «Permitir red privada».'
/** Seconds after which it is worth asking again when there is no place for a call. */
const AGAIN_SECONDS = 2
/** Of a call whose answer was not waited for: it may have done what it was sent for. */
const LEFT = 'Se dejó de esperar.'

export function registerTestCliente(app: FastifyInstance, deps: ApiDeps): void {
  const { db, config, runtime } = deps
  const { limits } = config
  const testClienteSchema = describeTestCliente(limits)
  const cargaSchema = describeCarga(limits)
  const solicitudSchema = describeSolicitud(limits)
  const enter = createTurnstile({ aLaVez: limits.cargaALaVez, porSegundo: limits.cargaPorSegundo })
  const limited = { limiteMs: limits.ejecucionMs, maximoBytes: limits.pruebaRespuestaBytes }
  const underWay = { pruebas: 0, cargas: 0 }

  registerEntornos(app, deps)

  // The server calls its own motor, so that a browser can try a canal whatever its CORS rules.
  const calling = {
    access: 'canales.leer',
    body: testClienteSchema,
    answers: { 200: respuestaMostradaSchema },
  } as const
  app.post('/api/test-cliente', { config: calling }, async (request, reply) => {
    return takePlace('pruebas', limits.pruebasALaVez, async () => {
      const { body, usos } = await fillRequest(request, deps)
      const call = parseInput(testClienteSchema, body)
      const llamada = await aimAtCanal(call)
      await tellUsos(usos, { canalId: call.canalId })
      return remember({ request, reply }, (signal) =>
        sendLlamada(openMotor(), llamada, { ...limited, servidor: 'motor', signal, maxRedirects: 0 }),
      )
    })
  })

  // Through the guard: never a private address (security rule 8). Whoever may draw what calls the outside may call it.
  const asking = {
    access: 'procesos.editar',
    body: solicitudSchema,
    answers: { 200: respuestaMostradaSchema },
  } as const
  app.post('/api/solicitud-externa', { config: asking }, async (request, reply) => {
    return takePlace('pruebas', limits.pruebasALaVez, () => askOutside(request, reply))
  })

  async function askOutside(request: FastifyRequest, reply: FastifyReply): Promise<RespuestaMostrada> {
    const { body, usos } = await fillRequest(request, deps)
    const { url: text, metodo, ...call } = parseInput(solicitudSchema, body)
    const url = new URL(text)
    const entry: AuditEntry = {
      usuario: request.usuario.username,
      accion: 'solicitudExterna',
      recurso: 'configuracion',
      recursoId: null,
      detalle: { metodo, host: url.host, ...(call.entornoId && { entornoId: call.entornoId }) },
    }
    await db.transaction().execute((trx) => auditAll(trx, [entry, ...usos]))
    const red = runtime.createRed({ permitirRedPrivada: false, remedio: EN_OTRO_LUGAR, servidor: url.host })
    const llamada = { url, metodo, ...call, cuerpo: call.cuerpo }
    return remember({ request, reply }, (signal) =>
      sendLlamada(red, llamada, { ...limited, servidor: url.host, signal }),
    )
  }

  // Only of canales of this product: a load on somebody else's system is an attack on it.
  const loading = {
    access: 'canales.leer',
    body: cargaSchema,
    answers: { 200: resultadoDeCargaSchema },
  } as const
  app.post('/api/test-cliente/carga', { config: loading }, async (request, reply) => {
    return takePlace('cargas', limits.cargas, async () => {
      const { body, usos } = await fillRequest(request, deps)
      const { veces, aLaVez, ...given } = parseInput(cargaSchema, body)
      const solicitud = writeSolicitud(await aimAtCanal(given))
      await tellUsos(usos, { canalId: given.canalId, veces })
      const client = openMotor().openHttp({
        maxSockets: aLaVez,
        maximoBytes: limits.pruebaRespuestaBytes,
        maxRedirects: 0,
      })
      const signal = leavesWith(reply)
      try {
        return await runCarga(() => outcomeOf(client, solicitud, signal), {
          veces,
          aLaVez,
          enter,
          maximoMs: limits.cargaMs,
          signal,
        })
      } finally {
        await client.close()
      }
    })
  })

  const telling = { access: 'canales.leer', answers: { 200: limitesDeCargaSchema } } as const
  app.get('/api/test-cliente/carga', { config: telling }, () => ({
    llamadas: limits.cargaLlamadas,
    aLaVez: limits.cargaALaVez,
    porSegundo: limits.cargaPorSegundo,
    duracionMs: limits.cargaMs,
  }))

  const describing = {
    access: 'canales.leer',
    body: sobreSchema,
    answers: { 200: sobreDePruebaSchema },
  } as const
  app.post('/api/test-cliente/sobre', { config: describing }, async ({ body }) => {
    const { canalId, operacion, version, entrada } = parseInput(sobreSchema, body)
    const found = await findOperacion(db, { canalId, operacion })
    if (!found) throw new NoEncontrado({ recurso: 'la operación', id: operacion })
    return writeSobre({ ...found, operacion, version, entrada, limits })
  })

  const listing = { access: 'autenticado', answers: { 200: z.array(peticionEnviadaSchema) } } as const
  app.get('/api/test-cliente/historial', { config: listing }, ({ usuario }) =>
    listEnviadas(db, usuario.id, limits),
  )
  const forgetting = { access: 'autenticado', answers: { 204: null } } as const
  app.delete('/api/test-cliente/historial', { config: forgetting }, async ({ usuario }, reply) => {
    await forgetEnviadas(db, usuario.id)
    return reply.code(204).send()
  })

  /** Before what they are in is sent. */
  async function tellUsos(usos: readonly AuditEntry[], where: AuditEntry['detalle']): Promise<void> {
    if (usos.length === 0) return
    const entries = usos.map((uso) => ({ ...uso, detalle: { ...uso.detalle, ...where } }))
    await db.transaction().execute((trx) => auditAll(trx, entries))
  }

  async function aimAtCanal({
    canalId,
    ruta,
    ...call
  }: Omit<Llamada, 'url'> & { canalId: string; ruta: string }): Promise<Llamada> {
    const canal = await findCanal(db, canalId)
    if (!canal) throw new NoEncontrado({ recurso: 'el canal', id: canalId })
    const kind = canal.tipo === 'SOAP' ? 'soap' : 'rest'
    const base = `http://${reachableHost(config.host)}:${config.motorPort}/${kind}/${canal.ruta}`
    const url = new URL(base + ruta)
    // Dots in the path could leave the canal.
    if (url.pathname !== new URL(base).pathname && !url.href.startsWith(`${base}/`)) {
      throw new DatosInvalidos(undefined, {
        errores: [{ campo: 'ruta', mensaje: 'La ruta sale del canal.' }],
      })
    }
    return { ...call, url }
  }

  /** The motor may listen on any address. */
  function openMotor() {
    return runtime.createRed({ permitirRedPrivada: true, servidor: 'motor' })
  }

  async function takePlace<Result>(
    kind: keyof typeof underWay,
    maximo: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (underWay[kind] >= maximo) throw new Saturado({ segundos: AGAIN_SECONDS })
    underWay[kind]++
    try {
      return await work()
    } finally {
      underWay[kind]--
    }
  }

  /** Makes a call and keeps it in the history of whoever asked for it, also when it came to nothing. */
  async function remember(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    send: (signal: AbortSignal) => Promise<RespuestaMostrada>,
  ): Promise<RespuestaMostrada> {
    const began = performance.now()
    const keep = (outcome: Pick<PeticionEnviada, 'estado' | 'idEjecucion' | 'error'>) =>
      keepEnviada(
        db,
        {
          usuarioId: request.usuario.id,
          ...asWritten(request.body),
          ...outcome,
          duracionMs: performance.now() - began,
        },
        limits,
      )
    const signal = leavesWith(reply)
    try {
      const answer = await send(signal)
      await keep({ estado: answer.estado, idEjecucion: answer.idEjecucion, error: null })
      return answer
    } catch (cause) {
      const error = signal.aborted ? LEFT : whyNot(cause)
      await keep({ estado: null, idEjecucion: null, error })
      // Nobody hears it, and it is no failure of ours.
      throw signal.aborted ? new PeticionAbandonada(undefined, { cause }) : cause
    }
  }

  async function outcomeOf(
    client: Parameters<typeof callWith>[0],
    solicitud: Parameters<typeof callWith>[1],
    signal: AbortSignal,
  ): Promise<{ estado: number | null; error: string | null }> {
    try {
      const { estado } = await callWith(client, solicitud, {
        servidor: 'motor',
        limiteMs: limits.ejecucionMs,
        signal,
      })
      return { estado, error: null }
    } catch (cause) {
      return { estado: null, error: signal.aborted ? LEFT : whyNot(cause) }
    }
  }
}

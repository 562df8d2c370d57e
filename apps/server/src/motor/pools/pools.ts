import {
  type AppError,
  DatosInvalidos,
  type ErrorDeCampo,
  type EventoDeTarea,
  type HerramientaDeMcp,
  type Limits,
  type LlamadaContext,
  type LlamadaPreparada,
  type LlamadaSpec,
  type Llamadas,
  monotonicNow,
  NoEncontrado,
  type PoolStats,
} from '@div/contract'
import type {
  Autorizacion,
  Consumos,
  DetalleDeObjeto,
  Guardadas,
  InternoPorts,
  ObjetoDeServidor,
  PeticionDeConversacion,
  PiezaDeRespuesta,
} from '@div/servidores'
import type { Lookup } from '../../red/resolve-host.ts'
import { systemLookup } from '../../red/system-lookup.ts'
import type { EventoAbierto } from './open-evento.ts'
import { Pace } from './pace.ts'
import { readWith } from './read-with.ts'
import type { ServidorActivo } from './servidor-activo.ts'
import { type DescribeRun, findDefinition, ServidorHandle } from './servidor-handle.ts'

export type { ServidorActivo } from './servidor-activo.ts'

export interface PoolsOptions {
  /** The servidor as it is now; the same object until it changes. */
  loadServidor(id: string): ServidorActivo | undefined
  interno: InternoPorts
  /** Who keeps account of what the models of a servidor cost. Absent: nobody does. */
  consumosOf?: ((servidorId: string) => Consumos) | undefined
  /** Who keeps answers of the models of a servidor. Absent: nobody does. */
  guardadasOf?: ((servidorId: string) => Guardadas) | undefined
  /** What people allowed this product to do at a servidor. Absent: nobody can. */
  autorizacionOf?: ((servidorId: string) => Autorizacion) | undefined
  limits: Limits
  log: { warn(entry: object, message: string): void }
  /** The first call to a servidor under its settings. */
  onStart?: ((servidor: ServidorActivo) => void) | undefined
  /** Milliseconds that never go back. */
  now?: () => number
  /** Folders where an admin may name files; see ConnectDeps. */
  carpetaArchivos?: readonly string[]
  lookup?: Lookup
  /** Which proceso and canal a run under way is of, for the figures. */
  describeRun?: DescribeRun
}

/** The one pool manager for every type of servidor. Its functions may be passed around without it. */
export interface Pools extends Llamadas {
  stats(): PoolStats[]
  /** The settings of a servidor changed, or it is gone. */
  apply(servidorId: string): void
  /** Listens apart from the pool, under a name of its own. Throws an AppError. */
  openEvento(
    evento: Pick<EventoDeTarea, 'servidorId' | 'tipoEvento' | 'opciones'>,
    nombre: string,
  ): Promise<EventoAbierto>
  /** What the live servidor offers; empty when its type has no catalogue. */
  browse(
    servidorId: string,
    filtro: { tipoObjeto?: string; q?: string; limite: number },
  ): Promise<ObjetoDeServidor[]>
  /** Throws NoEncontrado. */
  describe(servidorId: string, filtro: { nombre: string; tipoObjeto?: string }): Promise<DetalleDeObjeto>
  /** What a server of MCP offers now. Throws DatosInvalidos where its type has no tools. */
  listHerramientas(servidorId: string): Promise<HerramientaDeMcp[]>
  /** What a model of this servidor answers, while it says it. Throws DatosInvalidos where its type has none. */
  converse(
    servidorId: string,
    peticion: PeticionDeConversacion,
    context: LlamadaContext,
  ): AsyncIterable<PiezaDeRespuesta>
  /**
   * What is wrong with the object of a call and what it is given, by what is stored of the servidor's contract; nothing where nobody can say.
   * Throws what reading the contract throws.
   */
  checkObjeto(
    spec: Pick<LlamadaSpec, 'servidorId' | 'tipoObjeto' | 'objeto' | 'parametros'>,
  ): Promise<ErrorDeCampo[]>
  /** No new call; waits for those under way, then closes every connection. */
  close(): Promise<void>
}

const SWEEP_MS = 1_000

const UNTOLD: DescribeRun = () => ({
  procesoId: null,
  canalId: null,
  proceso: null,
  canal: null,
  nodoMotor: '',
})

export function createPools(options: PoolsOptions): Pools {
  const { loadServidor, limits, now = monotonicNow, lookup = systemLookup, describeRun = UNTOLD } = options
  const handles = new Map<string, ServidorHandle>()
  const sweeper = setInterval(() => {
    for (const handle of handles.values()) handle.sweep()
  }, SWEEP_MS).unref()

  function handleOf(servidorId: string): ServidorHandle {
    const known = handles.get(servidorId)
    if (known) return known
    if (!loadServidor(servidorId)) throw new NoEncontrado({ recurso: 'el servidor', id: servidorId })
    const handle = new ServidorHandle(servidorId, { ...options, now, lookup })
    handles.set(servidorId, handle)
    return handle
  }

  return {
    prepare: (spec) => prepareLlamada(spec, handleOf(spec.servidorId), loadServidor(spec.servidorId), limits),
    async begin(servidorId, begin) {
      return handleOf(servidorId).live().begin(begin)
    },
    stats: () =>
      [...handles.values()].map((handle) => handle.stats(describeRun)).filter((stats) => stats !== null),
    apply(servidorId) {
      handles.get(servidorId)?.renew()
    },
    openEvento: async (evento, nombre) => handleOf(evento.servidorId).openEvento(evento, nombre),
    async browse(servidorId, filtro) {
      const live = handleOf(servidorId).live()
      const { definition } = live
      return live.use(
        'Exploración',
        async (connection, signal) => (await definition.listObjetos?.(connection, filtro, signal)) ?? [],
      )
    },
    async describe(servidorId, filtro) {
      const live = handleOf(servidorId).live()
      const { definition } = live
      const detalle = await live.use('Exploración', async (connection, signal) =>
        definition.describeObjeto?.(connection, filtro, signal),
      )
      if (!detalle) throw new NoEncontrado({ recurso: 'el objeto', id: filtro.nombre })
      return detalle
    },
    async listHerramientas(servidorId) {
      const live = handleOf(servidorId).live()
      const { listHerramientas, label } = live.definition
      if (!listHerramientas) throw refuse('servidorId', `${label} no ofrece herramientas de MCP.`)
      return live.use('Exploración', (connection, signal) => listHerramientas(connection, signal))
    },
    converse(servidorId, peticion, context) {
      const live = handleOf(servidorId).live()
      const { converse, label } = live.definition
      if (!converse) throw refuse('servidorId', `${label} no tiene modelos con los que conversar.`)
      return live.stream((connection) => converse(connection, peticion, context), context, 'Conversación')
    },
    async checkObjeto({ servidorId, ...call }) {
      const servidor = loadServidor(servidorId)
      if (!servidor) return []
      const definition = findDefinition(servidor.tipoServidor)
      if (!definition.checkObjeto) return []
      const config = readWith(definition.config, servidor.config, 'config')
      return definition.checkObjeto(config, call, { limits })
    },
    async close() {
      clearInterval(sweeper)
      await Promise.all([...handles.values()].map((handle) => handle.close(limits.conexionMs)))
    },
  }
}

/** Everything that does not depend on the values of a call is decided here. */
function prepareLlamada(
  spec: LlamadaSpec,
  handle: ServidorHandle,
  servidor: ServidorActivo | undefined,
  limits: Limits,
): LlamadaPreparada {
  const { tipoServidor, tipoObjeto, nombreNodo } = spec
  if (!servidor) throw new NoEncontrado({ recurso: 'el servidor', id: spec.servidorId })
  if (servidor.tipoServidor !== tipoServidor) {
    throw refuse(
      'tipoServidor',
      `El servidor «${servidor.nombre}» es de tipo ${servidor.tipoServidor}, no ${tipoServidor}.`,
    )
  }
  const { objetos, label } = findDefinition(tipoServidor)
  const objeto = Object.hasOwn(objetos, tipoObjeto) ? objetos[tipoObjeto] : undefined
  if (!objeto) throw refuse('tipoObjeto', `${label} no tiene objetos de tipo «${tipoObjeto}».`)
  const operation = objeto.prepare(readWith(objeto.objeto, spec.objeto, 'objeto'), spec.parametros, {
    limits,
  })
  const use = { nodo: nombreNodo, pace: operation.encadenable ? new Pace() : null }
  const { stream, waitFor, soloDurable, direccionDe, esSenal, aviso } = operation
  return {
    efecto: operation.efecto,
    ...(operation.repetible !== undefined && { repetible: operation.repetible }),
    ...(operation.reversible !== undefined && { reversible: operation.reversible }),
    admiteTransaccion: operation.admiteTransaccion ?? true,
    ...(waitFor && { waitFor }),
    ...(soloDurable && { soloDurable }),
    ...(direccionDe !== undefined && { direccionDe }),
    ...(esSenal && { esSenal }),
    ...(aviso && { aviso }),
    call: (parametros: Readonly<Record<string, unknown>>, context: LlamadaContext) =>
      handle.live().call(operation, parametros, context, use),
    ...(stream && {
      stream: (parametros: Readonly<Record<string, unknown>>, context: LlamadaContext) =>
        handle
          .live()
          .stream(
            (connection) => stream.call(operation, connection, parametros, context),
            context,
            nombreNodo,
          ),
    }),
  }
}

function refuse(campo: string, mensaje: string): AppError {
  return new DatosInvalidos(undefined, { errores: [{ campo, mensaje }] })
}

import {
  AgenteNoDisponible,
  AgentesOcupados,
  AppError,
  CapacidadRechazada,
  type DecisionDeUso,
  type DefinicionDeAgente,
  definicionDeAgenteSchema,
  type EjecucionDeAgente,
  type EventoDeAgente,
  type Limits,
  type LlamadaContext,
  NadaQueDecidir,
  NoEncontrado,
  type OrigenDeAgente,
} from '@div/contract'
import type { MensajeDeConversacion } from '@div/servidores'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { audit } from '../../api/auditoria/audit.ts'
import { storableJson } from '../../db/storable.ts'
import type { Database } from '../../db/tables.ts'
import type { Mascaras } from '../../motor/history/mascaras.ts'
import { createSampler } from '../../motor/history/sample.ts'
import { SecretScope } from '../../motor/history/secret-scope.ts'
import type { Pools } from '../../motor/pools/pools.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import type { Capacidades, Pidiente } from '../capacidades/capacidades.ts'
import { applyDecisiones } from './decide-turno.ts'
import {
  deleteOldEjecuciones,
  endAbandoned,
  insertEjecucion,
  isCostReached,
  stopWaiting,
  takeWaiting,
  toEjecuciones,
  writeEjecucion,
} from './ejecuciones-repository.ts'
import { beginEstado, type EstadoDeEjecucion } from './estado.ts'
import { findPidiente } from './find-pidiente.ts'
import { type Desenlace, type MundoDeAgente, runAgente } from './run-agente.ts'
import { refuseRetirados, tellContextos } from './tell-contextos.ts'

/** What is run: a version of an agente, or its draft. */
export interface AgenteARun {
  id: string
  nombre: string
  /** Null: the draft. */
  version: number | null
  definicion: DefinicionDeAgente
}

/** How a run is begun. */
interface InicioDeAgente {
  agente: AgenteARun
  mensaje: string
  /** What was said before, in its order. */
  antes?: readonly MensajeDeConversacion[]
  origen: OrigenDeAgente
  pidiente: Pidiente
  conversacionId?: string | null
  /** Somebody can be asked to allow something. */
  hayPersona: boolean
  tell?: (evento: EventoDeAgente) => void
  /** Of a run that has this one inside it. */
  outer?: Pick<LlamadaContext, 'idEjecucion' | 'signal' | 'deadline' | 'profundidad' | 'caller'>
}

interface EnMarcha {
  id: string
  /** It has ended, or waits for a person. It never fails. */
  ended: Promise<EjecucionDeAgente>
}

export interface Agentes {
  /** The published version. Throws NoEncontrado or AgenteNoDisponible. */
  findPublicado(filtro: { id: string } | { nombre: string }): Promise<AgenteARun>
  begin(inicio: InicioDeAgente): Promise<EnMarcha>
  /** Goes on with one that waits for this person. Throws NadaQueDecidir. */
  resume(
    id: string,
    decided: {
      pidiente: NonNullable<Pidiente>
      /** For the audit, which is told what was allowed. */
      usuario: string
      decisiones: readonly DecisionDeUso[]
      tell?: (evento: EventoDeAgente) => void
    },
  ): Promise<EnMarcha>
  /** Whether there was something to stop. */
  stop(id: string, usuarioId: string): Promise<boolean>
  close(): Promise<void>
}

export interface AgentesDeps {
  db: Kysely<Database>
  limits: Limits
  log: Pick<Logger, 'warn'>
  secretos: Pick<Secretos, 'seal' | 'open'>
  pools: Pick<Pools, 'converse' | 'describe'>
  capacidades: Capacidades
  mascaras(): Mascaras
}

/** Bytes of a value that a trace shows. */
const MUESTRA_CHARS = 16_384
/** Beyond its time, for what ends it to be written down. */
const GRACE_MS = 60_000
const SWEEP_EVERY_MS = 60_000
const HORA_MS = 3_600_000

interface Vivo {
  id: string
  usuarioId: string | null
  abort: AbortController
  ended: Promise<EjecucionDeAgente>
}

/** What is kept of a run while it waits. */
interface Pausa {
  agente: AgenteARun
  estado: EstadoDeEjecucion
}

/** Runs agentes, and keeps what they did. */
export function createAgentes(deps: AgentesDeps): Agentes {
  const { db, limits, log, secretos, pools, capacidades, mascaras } = deps
  const vivos = new Map<string, Vivo>()
  let beginning = 0
  let isClosing = false

  async function openMundo(
    id: string,
    { agente, pidiente, hayPersona, tell = () => {}, outer }: Omit<InicioDeAgente, 'mensaje' | 'origen'>,
    signal: AbortSignal,
  ): Promise<MundoDeAgente> {
    const { definicion } = agente
    const listed = await capacidades.list(definicion.capacidades)
    const sampler = createSampler({ maxChars: MUESTRA_CHARS, mascaras: mascaras() })
    const caller: NonNullable<LlamadaContext['caller']> & { secretos: SecretScope } = {
      ...outer?.caller,
      secretos: outer?.caller?.secretos instanceof SecretScope ? outer.caller.secretos : SecretScope.of([]),
      consumidor: {
        ...outer?.caller?.consumidor,
        ...(pidiente && { usuarioId: pidiente.id }),
        agente: agente.id,
        mensajeId: id,
      },
    }
    const contextOf = ({ signal, deadline, lugar }: Parameters<MundoDeAgente['use']>[2]): LlamadaContext => ({
      // What it costs is a cost of the run that it is part of.
      idEjecucion: outer?.idEjecucion ?? id,
      claveIdempotencia: `${id}/agente/${lugar + 1}`,
      signal,
      deadline: outer ? Math.min(deadline, outer.deadline) : deadline,
      profundidad: outer?.profundidad ?? 0,
      savepoint: false,
      caller,
      // What a model wrote is derived from no secret.
      secretParametros: null,
    })
    return {
      definicion,
      capacidades: new Map(listed.map((each) => [each.nombre, each])),
      hayPersona,
      limits,
      tellContextos: (signal) => tellContextos({ db, limits, pools }, { agente, pidiente }, signal),
      refuseRetirados: (contextos) => refuseRetirados(db, { agente, pidiente }, contextos),
      converse: (peticion, alcance) => pools.converse(definicion.servidorId, peticion, contextOf(alcance)),
      use: async (capacidad, uso, alcance) =>
        capacidades.call(capacidad.id, {
          ...uso,
          pidiente: await readPidiente(pidiente, capacidad),
          context: contextOf(alcance),
        }),
      muestra: (value) => JSON.parse(sampler.begin(caller.secretos)(value)),
      async isGastado() {
        const { importe, moneda } = definicion.limites
        return importe !== null && isCostReached(db, { id, importe, moneda })
      },
      tell,
      signal,
    }
  }

  /** As they are now: a run goes on for a while. */
  async function readPidiente(pidiente: Pidiente, { nombre: capacidad }: { nombre: string }) {
    if (pidiente === null) return null
    const found = await findPidiente(db, pidiente.id)
    if (found) return found
    throw new CapacidadRechazada({ capacidad, motivo: 'la pide alguien cuya cuenta ya no está activa' })
  }

  function start(
    id: string,
    inicio: Omit<InicioDeAgente, 'mensaje' | 'origen'>,
    estado: EstadoDeEjecucion,
  ): EnMarcha {
    const { agente, outer, pidiente, tell } = inicio
    const abort = new AbortController()
    const signal = outer ? AbortSignal.any([abort.signal, outer.signal]) : abort.signal
    const ended = follow(id, { agente, estado, signal, isStopped: () => abort.signal.aborted }, () =>
      openMundo(id, inicio, signal),
    ).finally(() => vivos.delete(id))
    vivos.set(id, { id, usuarioId: pidiente?.id ?? null, abort, ended })
    return {
      id,
      ended: ended.then((ejecucion) => {
        tell?.({ tipo: 'fin', ejecucion })
        return ejecucion
      }),
    }
  }

  async function follow(
    id: string,
    { agente, estado, isStopped }: Pausa & { signal: AbortSignal; isStopped(): boolean },
    open: () => Promise<MundoDeAgente>,
  ): Promise<EjecucionDeAgente> {
    let ended: Desenlace | { estado: 'error' | 'detenida'; error: { codigo: string; mensaje: string } | null }
    try {
      ended = await runAgente(estado, await open())
    } catch (cause) {
      ended = isStopped() ? { estado: 'detenida', error: null } : { estado: 'error', error: tellError(cause) }
    }
    const { pasos, tokens, duracionMs } = estado
    const waits = ended.estado === 'espera'
    const last = estado.mensajes.at(-1)
    await writeEjecucion(db, {
      id,
      estado: ended.estado,
      reanudar: waits ? secretos.seal(id, JSON.stringify({ agente, estado } satisfies Pausa)) : null,
      vence: new Date(Date.now() + (waits ? limits.agenteConfirmacionHoras * HORA_MS : 0)),
      respuesta: 'respuesta' in ended ? ended.respuesta : last?.rol === 'asistente' ? last.texto : '',
      datos: 'datos' in ended ? ended.datos : null,
      error: 'error' in ended ? ended.error : null,
      pasos: pasos.map((paso) => (waits ? paso : closePaso(paso))),
      tokens,
      duracionMs,
    })
    return readOne(id)
  }

  function tellError(cause: unknown): { codigo: string; mensaje: string } {
    if (cause instanceof AppError) return { codigo: cause.codigo, mensaje: cause.message }
    log.warn({ err: cause }, 'a run of an agente failed')
    return {
      codigo: 'ERROR_INTERNO',
      mensaje: 'Error interno. Quien administra DIV puede ver la causa en el registro.',
    }
  }

  async function readOne(id: string): Promise<EjecucionDeAgente> {
    const row = await db
      .selectFrom('aiAgenteEjecuciones')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const [ejecucion] = await toEjecuciones(db, [row])
    if (!ejecucion) throw new NoEncontrado({ recurso: 'la ejecución', id })
    return ejecucion
  }

  /** Holds a place among those under way while one is begun. */
  async function takingPlace<Result>(work: () => Promise<Result>): Promise<Result> {
    const { agentesEnCurso: maximo } = limits
    if (isClosing || vivos.size + beginning >= maximo) throw new AgentesOcupados({ maximo })
    beginning++
    try {
      return await work()
    } finally {
      beginning--
    }
  }

  /** Whoever turns an agente off ends what waits in conversations with it, too. */
  async function refuseInactivo(id: string, usuarioId: string): Promise<void> {
    const found = await db
      .selectFrom('aiAgenteEjecuciones as ejecucion')
      .innerJoin('aiAgentes', 'aiAgentes.id', 'ejecucion.agenteId')
      .select('nombre')
      .where('ejecucion.id', '=', id)
      .where('usuarioId', '=', usuarioId)
      .where('origen', '=', 'chat')
      .where('activo', '=', false)
      .executeTakeFirst()
    if (found) throw new AgenteNoDisponible({ agente: found.nombre, motivo: 'no está activo' })
  }

  const venceOf = ({ limites }: DefinicionDeAgente) => new Date(Date.now() + limites.tiempoMs + GRACE_MS)

  const begin: Agentes['begin'] = async (inicio) => {
    const { agente, mensaje, antes = [], origen, pidiente, conversacionId = null } = inicio
    const id = uuid()
    const vence = venceOf(agente.definicion)
    const usuarioId = pidiente?.id ?? null
    const { id: agenteId, version } = agente
    await insertEjecucion(db, { id, agenteId, version, origen, usuarioId, conversacionId, mensaje, vence })
    inicio.tell?.({ tipo: 'inicio', ejecucionId: id, conversacionId })
    return start(id, inicio, beginEstado([...antes, { rol: 'usuario', texto: mensaje }]))
  }

  const resume: Agentes['resume'] = async (id, { pidiente, usuario, decisiones, tell }) => {
    await refuseInactivo(id, pidiente.id)
    const row = await takeWaiting(db, {
      id,
      usuarioId: pidiente.id,
      vence: new Date(Date.now() + GRACE_MS),
    })
    if (!row || row.reanudar === null) throw new NadaQueDecidir()
    const { agente, estado } = readPausa(secretos.open(id, row.reanudar))
    const decided = applyDecisiones(estado, decisiones)
    const { conversacionId, pasos, tokensEntrada, tokensSalida } = row
    if (!decided) {
      // What was asked for stands as it was.
      const tokens = { entrada: Number(tokensEntrada), salida: Number(tokensSalida) }
      await writeEjecucion(db, {
        ...{ id, estado: 'espera', reanudar: row.reanudar, respuesta: row.respuesta, datos: null },
        ...{ error: null, pasos: [...pasos], tokens, duracionMs: row.duracionMs, vence: row.vence },
      })
      throw new NadaQueDecidir()
    }
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('aiAgenteEjecuciones')
        .set({ vence: venceOf(agente.definicion), pasos: storableJson(decided.pasos) })
        .where('id', '=', id)
        .execute()
      for (const { id: uso, permitido } of decisiones) {
        const paso = estado.pasos.find((each) => each.tipo === 'capacidad' && each.id === uso)
        const capacidad = paso?.tipo === 'capacidad' ? paso.nombre : uso
        await audit(trx, {
          ...{ usuario, accion: permitido ? 'aprobar' : 'rechazar', recurso: 'ai-agents' },
          ...{ recursoId: agente.id, detalle: { nombre: agente.nombre, capacidad, ejecucion: id } },
        })
      }
    })
    tell?.({ tipo: 'inicio', ejecucionId: id, conversacionId })
    return start(id, { agente, pidiente, hayPersona: true, ...(tell && { tell }) }, decided)
  }

  async function sweep(): Promise<void> {
    await endAbandoned(db)
    await deleteOldEjecuciones(db, limits.agenteEjecucionesDias)
  }
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.warn({ err: error }, 'runs of agentes were not looked through'))
  }, SWEEP_EVERY_MS)
  timer.unref()

  return {
    async findPublicado(filtro) {
      const [column, value] =
        'id' in filtro ? (['id', filtro.id] as const) : (['nombre', filtro.nombre] as const)
      const row = await db
        .selectFrom('aiAgentes')
        .leftJoin('aiAgenteVersiones', (join) =>
          join
            .onRef('aiAgenteVersiones.agenteId', '=', 'aiAgentes.id')
            .onRef('aiAgenteVersiones.version', '=', 'aiAgentes.versionPublicada'),
        )
        .select(['aiAgentes.id', 'nombre', 'activo', 'version', 'aiAgenteVersiones.definicion'])
        .where(`aiAgentes.${column}`, '=', value)
        .executeTakeFirst()
      if (!row) throw new NoEncontrado({ recurso: 'el agente', id: value })
      const { id, nombre: agente, activo, version, definicion } = row
      if (!activo) throw new AgenteNoDisponible({ agente, motivo: 'no está activo' })
      if (version === null || definicion === null)
        throw new AgenteNoDisponible({ agente, motivo: 'no está publicado' })
      return { id, nombre: agente, version, definicion: definicionDeAgenteSchema.parse(definicion) }
    },

    begin: (inicio) => takingPlace(() => begin(inicio)),
    resume: (id, decided) => takingPlace(() => resume(id, decided)),

    async stop(id, usuarioId) {
      const vivo = vivos.get(id)
      if (vivo?.usuarioId === usuarioId) {
        vivo.abort.abort()
        await vivo.ended
        return true
      }
      return stopWaiting(db, { id, usuarioId })
    },

    async close() {
      isClosing = true
      clearInterval(timer)
      for (const { abort } of vivos.values()) abort.abort()
      await Promise.allSettled([...vivos.values()].map(({ ended }) => ended))
    },
  }
}

/** Of a run that has ended nothing waits any more; what was being done says itself that it was interrupted. */
function closePaso(paso: EstadoDeEjecucion['pasos'][number]): EstadoDeEjecucion['pasos'][number] {
  return paso.tipo === 'capacidad' && (paso.estado === 'ejecutando' || paso.estado === 'espera')
    ? { ...paso, estado: 'rechazada', motivo: 'La ejecución terminó antes.' }
    : paso
}

/** What this product sealed itself, a version of it before this one maybe. */
function readPausa(text: string): Pausa {
  const { agente, estado }: Pausa = JSON.parse(text)
  return { agente: { ...agente, definicion: definicionDeAgenteSchema.parse(agente.definicion) }, estado }
}

import { createHash } from 'node:crypto'
import {
  type AiCapability,
  CapacidadRechazada,
  DatosInvalidos,
  type ErrorDeCampo,
  isPlainObject,
  LimiteSuperado,
  type Limits,
  type LlamadaContext,
  monotonicNow,
  needsConfirmation,
  type ObjetivoMostrado,
  type Role,
  TiempoAgotado,
} from '@div/contract'
import type { Herramienta } from '@div/servidores'
import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { createRateLimiter, type RateLimiter } from '../../motor/publishing/rate-limit.ts'
import { objetivoOf } from './objetivo-row.ts'
import { type Abierta, type ObjetivoDeps, openObjetivo } from './open-objetivo.ts'

/** One thing that an agente may do, as it is now. */
export interface Capacidad extends Pick<AiCapability, 'nombre' | 'escribe' | 'confirmacion'> {
  id: string
  objetivo: ObjetivoMostrado
  herramienta: Herramienta
  /** Of what it does: a permission is for this, and for nothing that has come into its place. */
  huella: string
  /** What is wrong with arguments, before anybody is asked to allow them; none: they are as it asks for them. */
  findErrores(argumentos: unknown): readonly ErrorDeCampo[]
}

/** For whom something is done; null: a published proceso, which acts for nobody. */
export type Pidiente = { id: string; role: Role } | null

interface UsoPedido {
  argumentos: unknown
  /** The `huella` of what a person has allowed; null: nobody was asked. */
  permitida: string | null
  pidiente: Pidiente
  context: LlamadaContext
}

interface Resultado {
  salida: unknown
  /** The run of its proceso; null: it was a look-up. */
  ejecucionId: string | null
}

export interface Capacidades {
  /** Those of these ids that can be used now. */
  list(ids: readonly string[]): Promise<Capacidad[]>
  /** Does it, as far as whoever asks may: what is stored is looked at anew. Throws an AppError, or PermisoAnulado. */
  call(id: string, uso: UsoPedido): Promise<Resultado>
}

/** What a person allowed has become something else. */
export class PermisoAnulado extends Error {
  readonly capacidad: Capacidad

  constructor(capacidad: Capacidad) {
    super('What was allowed has become something else')
    this.capacidad = capacidad
  }
}

export interface CapacidadesDeps extends ObjetivoDeps {
  db: Kysely<Database>
  limits: Limits
}

/** Callers of one capability share nothing: each has its own rate. */
interface Tasa {
  porMinuto: number
  limiter: RateLimiter
}

/** Who acts for nobody may what whoever may least does. */
export const NADIE = { id: 'proceso', role: 'lectura' } as const
const MAX_ERRORES = 20

/** The one place in which an agente does something. */
export function createCapacidades(deps: CapacidadesDeps): Capacidades {
  const { db, limits } = deps
  const tasas = new Map<string, Tasa>()

  function spend({ id, nombre, porMinuto }: Row<'aiCapabilities'>, caller: string): void {
    if (porMinuto === null) return
    let tasa = tasas.get(id)
    if (tasa?.porMinuto !== porMinuto) {
      tasa = { porMinuto, limiter: createRateLimiter({ porMinuto, rafaga: porMinuto }) }
      tasas.set(id, tasa)
    }
    const { allowed, retrySeconds } = tasa.limiter(caller, monotonicNow())
    if (allowed) return
    const motivo = `solo puede usarse ${porMinuto} veces por minuto: vuelva a intentarlo en ${retrySeconds} s`
    throw new CapacidadRechazada({ capacidad: nombre, motivo })
  }

  return {
    async list(ids) {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('aiCapabilities')
        .selectAll()
        .where('id', 'in', [...ids])
        .where('activo', '=', true)
        .orderBy('nombre')
        .execute()
      const opened = await Promise.all(
        rows.map(async (row) => ({ row, abierta: await openObjetivo(row, deps) })),
      )
      return opened.flatMap(({ row, abierta }) => {
        if (!abierta) return []
        return [describe(row, abierta)]
      })
    },

    async call(id, { argumentos, permitida, pidiente, context }) {
      const row = await db
        .selectFrom('aiCapabilities')
        .selectAll()
        .where('id', '=', id)
        .where('activo', '=', true)
        .executeTakeFirst()
      const abierta = row && (await openObjetivo(row, deps))
      if (!row || !abierta) throw new CapacidadRechazada({ capacidad: id, motivo: 'ya no puede usarse' })
      refuseRole(row, pidiente)
      const capacidad = describe(row, abierta)
      if (permitida !== null && permitida !== capacidad.huella) throw new PermisoAnulado(capacidad)
      if (needsConfirmation(capacidad) && permitida === null)
        throw new CapacidadRechazada({ capacidad: row.nombre, motivo: 'pide la confirmación de una persona' })
      spend(row, (pidiente ?? NADIE).id)
      const given = readArgumentos(abierta, argumentos)
      await abierta.authorize(pidiente ?? NADIE)
      const deadline = Math.min(context.deadline, monotonicNow() + limits.capacidadMs)
      const late = AbortSignal.timeout(Math.max(0, Math.ceil(deadline - monotonicNow())))
      const signal = AbortSignal.any([context.signal, late])
      const resultado = await abierta.use(given, { ...context, signal, deadline }).catch((cause: unknown) => {
        if (!late.aborted || context.signal.aborted) throw cause
        throw new TiempoAgotado({ que: `«${row.nombre}»`, limiteMs: limits.capacidadMs }, { cause })
      })
      const bytes = Buffer.byteLength(JSON.stringify(resultado.salida) ?? '')
      const { capacidadRespuestaBytes: maximo } = limits
      if (bytes > maximo) throw new LimiteSuperado({ limite: 'capacidadRespuestaBytes', maximo })
      return resultado
    },
  }
}

function describe(row: Row<'aiCapabilities'>, { esquema, version, ...abierta }: Abierta): Capacidad {
  const { id, nombre, descripcion, confirmacion } = row
  // Whoever allows a tool says whether it changes data, and may say so later than whoever stored what uses it.
  const escribe = row.escribe || abierta.escribe === true
  const objetivo = objetivoOf(row)
  const shown = JSON.stringify([id, objetivo, version, escribe])
  return {
    ...{ id, nombre, escribe, confirmacion },
    objetivo: {
      ...{ tipo: objetivo.tipo, nombre: abierta.nombre },
      ...(typeof version === 'number' && { version }),
    },
    herramienta: { nombre, descripcion, esquema },
    huella: createHash('sha256').update(shown).digest('base64url'),
    findErrores: (argumentos) => findErrores(abierta, argumentos),
  }
}

/** A missing identity is never a stronger one: of those that some roles may not use, a proceso uses none (security rule 13). */
function refuseRole({ nombre, roles }: Row<'aiCapabilities'>, pidiente: Pidiente): void {
  if (roles.includes((pidiente ?? NADIE).role)) return
  const motivo = pidiente
    ? 'no está permitida a su rol'
    : 'está reservada a algunos roles, y un proceso publicado no actúa por nadie'
  throw new CapacidadRechazada({ capacidad: nombre, motivo })
}

/** Throws DatosInvalidos for what is no argument of it. */
function readArgumentos(abierta: Abierta, argumentos: unknown): Readonly<Record<string, unknown>> {
  const errores = findErrores(abierta, argumentos)
  if (errores.length > 0 || !isPlainObject(argumentos)) throw new DatosInvalidos(undefined, { errores })
  return argumentos
}

function findErrores(
  { parametros, findErrores }: Pick<Abierta, 'parametros' | 'findErrores'>,
  argumentos: unknown,
): readonly ErrorDeCampo[] {
  if (!isPlainObject(argumentos)) return [{ campo: '', mensaje: 'Los argumentos son un objeto JSON.' }]
  const known = parametros && new Set(parametros.map(({ nombre }) => nombre))
  const unknown = known ? Object.keys(argumentos).filter((nombre) => !known.has(nombre)) : []
  const errores = [
    ...unknown.map((campo) => ({ campo, mensaje: 'No hay ningún argumento así.' })),
    ...findErrores(argumentos),
  ]
  return errores.slice(0, MAX_ERRORES)
}

import {
  hasPermission,
  MAX_NOTIFICACIONES,
  type Notificacion,
  type Permission,
  type PoolStats,
  type Role,
} from '@div/contract'
import { tellRecuperacion } from '../../motor/alertas/say-figures.ts'

/** Failed runs of one proceso, through its canales or by its tareas. */
export interface Fallo {
  procesoId: string
  /** Null: it is gone. */
  proceso: string | null
  porTarea: boolean
  cantidad: number
  ultimaId: string
  ultima: Date
  mensaje: string | null
}

export interface TokenToWatch {
  id: string
  nombre: string
  expiraEn: Date
  /** From when on it is told of. */
  avisoDesde: Date
}

/** A durable run that waits for a person. */
export interface AprobacionPendiente {
  id: string
  titulo: string
  proceso: string | null
  creada: Date
}

/** What a rule with a bell told, of what began and is not over, or is over since a short while. */
export interface AlertaAvisada {
  id: string
  alertaId: string
  alerta: string
  mensaje: string
  desde: Date
  /** When it was told last. */
  avisada: Date
  /** Null: it still stands. */
  hasta: Date | null
}

/** How a budget of models stands in the period that goes on. */
export interface PresupuestoVigilado {
  id: string
  nombre: string
  /** The highest threshold, in percent, that what was spent has reached, and when; null: none. */
  umbral: number | null
  momento: Date | null
  /** Nothing is left of it. */
  agotado: boolean
  /** Calls that were not made, and the last of them. */
  rechazos: number
  ultimoRechazo: Date | null
}

export interface Causes {
  fallos: readonly Fallo[]
  tokens: readonly TokenToWatch[]
  alertas: readonly AlertaAvisada[]
  /** Those that whoever reads may decide. */
  aprobaciones: readonly AprobacionPendiente[]
  presupuestos: readonly PresupuestoVigilado[]
  pools: readonly Pick<PoolStats, 'id' | 'nombre' | 'circuito' | 'circuitoDesdeMs'>[]
}

/** What somebody has seen: up to when, by the id of a notification; `*` is all of them. */
export type Leidas = ReadonlyMap<string, Date>
export const TODAS = '*'

interface Reader {
  role: Role
  leidas: Leidas
  now: Date
}

/** `permiso` null: whoever is told was asked for. */
type Told = Omit<Notificacion, 'leida' | 'momento'> & { momento: Date; permiso: Permission | null }

/** Newest first, as many as one may look at. What is told of again after it was seen is unread again. */
export function deriveNotificaciones(
  { fallos, tokens, alertas, aprobaciones, presupuestos, pools }: Causes,
  { role, leidas, now }: Reader,
): Notificacion[] {
  const told = [
    ...fallos.map(tellFallo),
    ...pools
      .filter(({ circuito }) => circuito !== 'cerrado')
      .map((pool) => tellCircuito(pool, { role, now })),
    ...tokens.map((token) => tellToken(token, now)),
    ...alertas.map(tellAlerta),
    ...aprobaciones.map(tellAprobacion),
    ...presupuestos.flatMap(tellPresupuesto),
  ]
  return told
    .filter(({ permiso }) => permiso === null || hasPermission(role, permiso))
    .toSorted((left, right) => right.momento.getTime() - left.momento.getTime())
    .slice(0, MAX_NOTIFICACIONES)
    .map(({ permiso, momento, ...notificacion }) => ({
      ...notificacion,
      momento: momento.toISOString(),
      leida: isSeen(leidas, notificacion.id, momento),
    }))
}

function isSeen(leidas: Leidas, id: string, momento: Date): boolean {
  return [leidas.get(id), leidas.get(TODAS)].some((hasta) => hasta !== undefined && momento <= hasta)
}

function tellFallo({ procesoId, proceso, porTarea, cantidad, ultimaId, ultima, mensaje }: Fallo): Told {
  const nombre = proceso ?? 'un proceso eliminado'
  const veces = cantidad === 1 ? 'Una ejecución falló' : `Fallaron ${cantidad} ejecuciones`
  return {
    id: `${porTarea ? 'tarea' : 'proceso'}:${procesoId}`,
    tipo: 'error',
    titulo: porTarea ? `Falló la tarea de «${nombre}»` : `Falló «${nombre}»`,
    mensaje: [`${veces} en las últimas 24 horas.`, mensaje].filter((part) => part !== null).join(' '),
    momento: ultima,
    enlace: `/ejecuciones/${ultimaId}`,
    permiso: 'procesos.leer',
  }
}

function tellAlerta({ id, alertaId, alerta, mensaje, desde, avisada, hasta }: AlertaAvisada): Told {
  const common = { enlace: `/alertas?ver=${alertaId}`, permiso: 'alertas.leer' } as const
  return hasta === null
    ? { ...common, id: `alerta:${id}`, tipo: 'error', titulo: `Alerta: ${alerta}`, mensaje, momento: avisada }
    : {
        ...common,
        id: `recuperada:${id}`,
        tipo: 'success',
        titulo: `Recuperada: ${alerta}`,
        mensaje: tellRecuperacion({ mensaje, desde, hasta }),
        momento: hasta,
      }
}

function tellAprobacion({ id, titulo, proceso, creada }: AprobacionPendiente): Told {
  return {
    id: `aprobacion:${id}`,
    tipo: 'info',
    titulo: `Espera su aprobación: ${titulo}`,
    mensaje: `«${proceso ?? 'Un proceso eliminado'}» sigue cuando alguien apruebe o rechace.`,
    momento: creada,
    enlace: '/ejecuciones/aprobaciones',
    permiso: null,
  }
}

/** Every percent of it is spent. */
const ENTERO = 100

function tellPresupuesto({
  id,
  nombre,
  umbral,
  momento,
  agotado,
  rechazos,
  ultimoRechazo,
}: PresupuestoVigilado): Told[] {
  const common = { enlace: `/ai/budget?ver=${id}`, permiso: 'ai/budget.leer' } as const
  const told: Told[] = []
  if (umbral !== null && momento !== null) {
    told.push({
      ...common,
      id: `presupuesto:${id}:${umbral}`,
      tipo: umbral >= ENTERO ? 'error' : 'warning',
      titulo: `Presupuesto «${nombre}» al ${umbral} %`,
      mensaje: `Los modelos ya gastaron el ${umbral} % de lo que tiene en este periodo.`,
      momento,
    })
  }
  if (ultimoRechazo !== null) {
    const llamadas = rechazos === 1 ? 'Una llamada no se hizo' : `${rechazos} llamadas no se hicieron`
    told.push({
      ...common,
      id: `presupuesto-rechazos:${id}`,
      tipo: 'error',
      titulo: agotado ? `Se agotó el presupuesto «${nombre}»` : `El presupuesto «${nombre}» rechazó llamadas`,
      mensaje: `${llamadas}: no cabían en lo que queda.`,
      momento: ultimoRechazo,
    })
  }
  return told
}

function tellCircuito(
  { id, nombre, circuito, circuitoDesdeMs }: Causes['pools'][number],
  { role, now }: { role: Role; now: Date },
): Told {
  return {
    id: `circuito:${id}`,
    tipo: circuito === 'abierto' ? 'error' : 'warning',
    titulo: `«${nombre}» no responde`,
    mensaje:
      circuito === 'abierto'
        ? 'Falló varias veces seguidas: sus llamadas se rechazan hasta que se pruebe otra vez.'
        : 'Falló varias veces seguidas y se está probando otra vez.',
    momento: new Date(now.getTime() - (circuitoDesdeMs ?? 0)),
    // Its page is for those who may edit it.
    enlace: hasPermission(role, 'servidores.editar') ? `/servidores/config/${id}` : '/servidores',
    permiso: 'servidores.leer',
  }
}

const DAY_MS = 86_400_000

function tellToken({ id, nombre, expiraEn, avisoDesde }: TokenToWatch, now: Date): Told {
  const leftMs = expiraEn.getTime() - now.getTime()
  const common = { enlace: `/tokens?ver=${id}`, permiso: 'tokens.leer' } as const
  if (leftMs <= 0) {
    return {
      ...common,
      id: `token-vencido:${id}`,
      tipo: 'error',
      titulo: `Venció el token «${nombre}»`,
      mensaje: 'Quien lo usa ya no entra en sus canales. Cambie su fecha o elimínelo.',
      momento: expiraEn,
    }
  }
  const days = Math.ceil(leftMs / DAY_MS)
  return {
    ...common,
    id: `token:${id}`,
    tipo: 'warning',
    titulo: `Vence el token «${nombre}»`,
    mensaje: `Quien lo usa dejará de entrar en sus canales en ${days === 1 ? 'un día o menos' : `${days} días`}.`,
    momento: avisoDesde,
  }
}

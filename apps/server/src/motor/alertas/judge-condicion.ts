import type { CondicionDeAlerta, PoolStats } from '@div/contract'
import { quantile } from '../metrics/rolling-window.ts'
import type { Hallazgo } from './decide-alerta.ts'
import { describeMs, formatNumber } from './say-figures.ts'

/** What ran in a window. */
export interface Conteo {
  total: number
  errores: number
  clases: number[]
  /** Nothing in the window lasted longer; infinite: unknown. */
  maximaMs: number
  /** The window, which may be a little longer than what was asked for, or shorter while nothing is known of before. */
  minutos: number
}

/** A tarea whose last runs failed. */
export interface TareaQueFalla {
  tareaId: string
  nombre: string
  seguidos: number
  /** What the tarea itself says. */
  fallosParaAlerta: number | null
}

export interface TareaPerdida {
  tareaId: string
  nombre: string
  perdidos: number
}

/** How much of a budget of models is spent in the period that goes on. */
export interface PresupuestoGastado {
  id: string
  nombre: string
  porcentaje: number
}

/** What rules are judged by; each is read only where a rule needs it. */
export interface Figuras {
  conteo: Conteo
  /** `de «Pedidos»`, `de todo`. */
  ambito: string
  /** Seconds that the oldest accepted run waits; null: none does. */
  esperaSegundos: number | null
  pools: readonly Pick<PoolStats, 'id' | 'nombre' | 'circuito' | 'circuitoDesdeMs'>[]
  tareasPerdidas: readonly TareaPerdida[]
  tareasQueFallan: readonly TareaQueFalla[]
  presupuestos: readonly PresupuestoGastado[]
}

type Judge<Tipo extends CondicionDeAlerta['tipo']> = (
  condicion: Extract<CondicionDeAlerta, { tipo: Tipo }>,
  figuras: Figuras,
) => Hallazgo[]

const P95 = 0.95
/** Of a rule that watches one thing. */
const UNICO = ''

/** What each kind of rule finds. */
const JUDGES: { readonly [Tipo in CondicionDeAlerta['tipo']]: Judge<Tipo> } = {
  fallos({ cantidad }, { conteo, ambito }) {
    if (conteo.errores < cantidad) return []
    const cuantas = `${formatNumber(conteo.errores)} de ${formatNumber(conteo.total)} ejecuciones ${ambito}`
    return one(`Fallaron ${cuantas} ${lately(conteo)}; se avisa desde ${formatNumber(cantidad)}.`)
  },
  tasaErrores({ porcentaje, minimo }, { conteo, ambito }) {
    const { total, errores } = conteo
    if (total < minimo || total === 0) return []
    const share = (errores / total) * 100
    if (share < porcentaje) return []
    return one(
      `Falló el ${formatNumber(share)} % de ${formatNumber(total)} ejecuciones ${ambito} ${lately(conteo)}; se avisa desde el ${formatNumber(porcentaje)} %.`,
    )
  },
  latencia({ p95Ms, minimo }, { conteo, ambito }) {
    const { total, errores, clases, maximaMs } = conteo
    if (total < minimo) return []
    const p95 = quantile(
      { requests: total, errors: errores, totalMs: 0, maxMs: maximaMs, classes: clases },
      P95,
    )
    if (p95 === null || p95 <= p95Ms) return []
    return one(
      `La latencia P95 ${ambito} es de ${describeMs(p95)} ${lately(conteo)}; se avisa por encima de ${describeMs(p95Ms)}.`,
    )
  },
  cola({ segundos }, { esperaSegundos }) {
    if (esperaSegundos === null || esperaSegundos < segundos) return []
    return one(
      `La ejecución más antigua lleva ${describeMs(esperaSegundos * 1_000)} en la cola; se avisa desde ${describeMs(segundos * 1_000)}.`,
    )
  },
  circuito({ servidorId, segundos }, { pools }) {
    return pools
      .filter(
        ({ id, circuito, circuitoDesdeMs }) =>
          circuito !== 'cerrado' &&
          (servidorId === null || id === servidorId) &&
          (circuitoDesdeMs ?? 0) >= segundos * 1_000,
      )
      .map(({ id, nombre }) => ({
        sujeto: id,
        mensaje: `El servidor «${nombre}» no responde: su circuito está abierto y sus llamadas se rechazan.`,
      }))
  },
  tareaPerdida(_condicion, { tareasPerdidas }) {
    return tareasPerdidas.map(({ tareaId, nombre, perdidos }) => ({
      sujeto: tareaId,
      mensaje:
        perdidos === 1
          ? `La tarea «${nombre}» perdió una hora: no se ejecutó.`
          : `La tarea «${nombre}» perdió ${formatNumber(perdidos)} horas: no se ejecutó.`,
    }))
  },
  tareaFallida({ fallos }, { tareasQueFallan }) {
    return tareasQueFallan
      .filter(({ seguidos, fallosParaAlerta }) => {
        const limit = fallos ?? fallosParaAlerta
        return limit !== null && seguidos >= limit
      })
      .map(({ tareaId, nombre, seguidos }) => ({
        sujeto: tareaId,
        mensaje:
          seguidos === 1
            ? `La última ejecución de la tarea «${nombre}» falló.`
            : `Fallaron las últimas ${formatNumber(seguidos)} ejecuciones de la tarea «${nombre}».`,
      }))
  },
  presupuesto({ porcentaje }, { presupuestos }) {
    return presupuestos
      .filter((presupuesto) => presupuesto.porcentaje >= porcentaje)
      .map(({ id, nombre, porcentaje: gastado }) => ({
        sujeto: id,
        mensaje: `Los modelos gastaron el ${formatNumber(gastado)} % del presupuesto «${nombre}»; se avisa desde el ${formatNumber(porcentaje)} %.`,
      }))
  },
}

export function judgeCondicion<Tipo extends CondicionDeAlerta['tipo']>(
  condicion: Extract<CondicionDeAlerta, { tipo: Tipo }>,
  figuras: Figuras,
): Hallazgo[] {
  const judge: Judge<Tipo> = JUDGES[condicion.tipo as Tipo]
  return judge(condicion, figuras)
}

function one(mensaje: string): Hallazgo[] {
  return [{ sujeto: UNICO, mensaje }]
}

function lately({ minutos }: Conteo): string {
  return minutos === 1 ? 'en el último minuto' : `en los últimos ${formatNumber(minutos)} minutos`
}

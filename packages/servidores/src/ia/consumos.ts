import type { LlamadaContext } from '@div/contract'

/** The most tokens that a call can take. */
export interface Maximo {
  entrada: number
  salida: number
}

/** What it took; `cacheada` of `entrada` the service had read before. */
export interface Uso extends Maximo {
  cacheada: number
}

export interface Pedido {
  modelo: string
  clase: 'texto' | 'vectores'
  maximo: Maximo
}

/** What a call may cost, set aside. One of both ends it; neither fails, and a second time does nothing. */
export interface Reserva {
  settle(uso: Uso): Promise<void>
  /** It cost nothing. */
  release(): Promise<void>
}

/** Who keeps account of what models cost. */
export interface Consumos {
  /** Before the call. Throws PresupuestoAgotado, ModeloSinPrecio or ConsumoSinAnotar. */
  reserve(pedido: Pedido, context: LlamadaContext): Promise<Reserva>
}

/** Where nobody does. */
export const SIN_CUENTA: Consumos = {
  reserve: async () => ({ settle: async () => {}, release: async () => {} }),
}

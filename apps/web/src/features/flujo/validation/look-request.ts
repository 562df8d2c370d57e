import type { Configuracion, Flujo, ProcesoGuardado } from '@div/contract'

export interface Drawing {
  flujo: Flujo
  modo: ProcesoGuardado['modo']
}

/** All that looking at a drawing needs: what a worker is handed. */
export interface LookRequest extends Drawing {
  /** Those of this installation; undefined: it has not said. */
  limites: Configuracion['limites'] | undefined
}

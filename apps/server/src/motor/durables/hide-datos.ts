import type { EsperaDeNodo, Plan } from '@div/engine'
import type { History } from '../history/history.ts'
import { hideCampos } from '../history/sample.ts'
import type { SecretScope } from '../history/secret-scope.ts'

interface Hiding {
  plan: Pick<Plan, 'ocultos'>
  secretos: SecretScope
  history: Pick<History, 'clean'>
}

/** Whoever decides is shown what the history would keep of it. */
export function hideDatos(espera: EsperaDeNodo, { plan, secretos, history }: Hiding): EsperaDeNodo {
  const { pedida } = espera
  if (pedida.clase !== 'aprobacion') return espera
  const derived = plan.ocultos?.get(espera.nodo)?.entrada ?? []
  const hidesAll = secretos.hidesAll || derived === 'todo'
  const shown = hideCampos(pedida.datos, hidesAll ? Object.keys(pedida.datos) : derived)
  const datos = (hidesAll ? shown : history.clean(shown, secretos)) as Record<string, unknown>
  return { ...espera, pedida: { ...pedida, datos } }
}

import type { EsperaDeNodo, Plan } from '@div/engine'
import { hideCampos } from '../history/sample.ts'
import type { SecretScope } from '../history/secret-scope.ts'

/** Whoever decides is shown nothing that is secret. */
export function hideDatos(
  espera: EsperaDeNodo,
  { plan, secretos }: { plan: Pick<Plan, 'ocultos'>; secretos: SecretScope },
): EsperaDeNodo {
  const { pedida } = espera
  if (pedida.clase !== 'aprobacion') return espera
  const derived = plan.ocultos?.get(espera.nodo)?.entrada ?? null
  const shown = derived === null ? pedida.datos : hideCampos(pedida.datos, derived)
  const datos = JSON.parse(secretos.redactJson(JSON.stringify(shown))) as Record<string, unknown>
  return { ...espera, pedida: { ...pedida, datos } }
}

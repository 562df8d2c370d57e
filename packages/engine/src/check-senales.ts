import type { LlamadaPreparada } from '@div/contract'
import type { Findings } from './findings.ts'
import type { Bloque, PlanNodo } from './plan.ts'

/** An address may stand for nothing but a wait for a signal: whoever has it says what that node gives. */
export function checkSenales({ nodos }: Bloque, findings: Findings): void {
  const senales = new Set(nodos.flatMap((nodo) => (preparadaOf(nodo)?.esSenal ? nodo.id : [])))
  for (const nodo of nodos) {
    const destino = preparadaOf(nodo)?.direccionDe
    if (destino !== undefined && !senales.has(destino)) {
      findings.add(
        nodo.id,
        'objeto.nodo',
        `«${destino}» no es un nodo «Espera de una señal» que esté aquí o, dentro de un reparto, en la misma rama: escriba el id de uno.`,
      )
    }
    if (nodo.compensacion) checkSenales(nodo.compensacion.bloque, findings)
    if (nodo.accion.clase === 'region') {
      for (const bloque of nodo.accion.region.bloques) checkSenales(bloque, findings)
    }
  }
}

function preparadaOf({ accion }: PlanNodo): LlamadaPreparada | null {
  return accion.clase === 'llamada' || accion.clase === 'espera' ? accion.preparada : null
}

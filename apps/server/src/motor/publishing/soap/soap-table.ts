import { createHash } from 'node:crypto'
import type { CanalDefinido, Snapshot } from '../../definitions/definitions.ts'
import type { CanalGate } from '../canal-gate.ts'
import type { PublishDeps } from '../publish-canal-route.ts'
import type { PublishingFinding } from '../publishing-finding.ts'
import { publishSoapCanal } from './publish-soap-canal.ts'
import type { SoapCanal } from './soap-canal.ts'

/** Every SOAP canal, at one moment. */
export interface SoapTable {
  find(ruta: string): SoapCanal | undefined
  findings: readonly PublishingFinding[]
}

/**
 * Tables one after another. A canal is made again only when what it is made of changed: closures for all fields of all its operations take
 * a millisecond each, and every change of anything makes a table.
 */
export function createSoapTables(deps: PublishDeps) {
  let kept = new Map<string, { made: readonly unknown[]; published: ReturnType<typeof publishSoapCanal> }>()

  return ({ canales }: Pick<Snapshot, 'canales'>, gates: ReadonlyMap<string, CanalGate>): SoapTable => {
    const next: typeof kept = new Map()
    const byRuta = new Map<string, SoapCanal>()
    const findings: PublishingFinding[] = []
    for (const definido of canales) {
      const gate = gates.get(definido.id)
      if (!gate || definido.canal.tipo !== 'SOAP') continue
      const made = partsOf(definido, { ...deps, gate })
      const before = kept.get(definido.id)
      const isSame = before?.made.length === made.length && before.made.every((part, at) => part === made[at])
      const published = before && isSame ? before.published : publishSoapCanal(definido, { ...deps, gate })
      next.set(definido.id, { made, published })
      byRuta.set(definido.canal.ruta, published.soap)
      findings.push(...published.findings)
    }
    kept = next
    return { find: (ruta) => byRuta.get(ruta), findings }
  }
}

/** What a canal is made of. A version that is compiled anew has another outcome. */
function partsOf(
  { canal, asignaciones }: CanalDefinido,
  { gate, trazaOf }: PublishDeps & { gate: CanalGate },
): unknown[] {
  return [
    gate,
    // It holds passwords, and this is kept only to be compared.
    createHash('sha256').update(JSON.stringify(canal)).digest('base64'),
    ...asignaciones.flatMap(({ asignacion, proceso, publicada }) => [
      asignacion.operacion,
      proceso.id,
      proceso.nombre,
      proceso.descripcion,
      publicada?.version,
      publicada?.outcome,
      trazaOf(proceso.id),
    ]),
  ]
}

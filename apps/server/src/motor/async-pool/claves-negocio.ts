import { findClave } from '../definitions/published-version.ts'
import { MAX_CLAVE } from '../history/run-row.ts'
import { NO_SECRETS } from '../history/secret-scope.ts'
import type { Runtime } from '../runtime.ts'
import type { Trabajo } from './trabajo.ts'

type Aceptada = Pick<Trabajo, 'procesoId' | 'version' | 'flujo' | 'entrada'>

/** Business keys of runs that have not ended: nothing that the history would hide of them once they have. */
export function createClaves({
  definitions,
  history,
  redactor,
}: Pick<Runtime, 'definitions' | 'history' | 'redactor'>) {
  const isHidden = (clave: string) =>
    history.mask(clave, NO_SECRETS) !== clave || redactor.redact(clave) !== clave

  /** The parameter that is the business key of a run; what of its version is not at hand its proceso says. */
  function nameClave({ procesoId, version, flujo }: Aceptada): string | null | undefined {
    if (flujo) return findClave(flujo)
    const { claves, find } = definitions.current()
    const published = find(procesoId, version)
    return published ? published.clave : claves.get(procesoId)
  }

  return {
    isHidden,

    /** The parameter of each proceso that is its business key. */
    async readClaves(): Promise<ReadonlyMap<string, string>> {
      await definitions.catchUp()
      return new Map([...definitions.current().claves].filter(([, nombre]) => !history.hidesField(nombre)))
    },

    /** The business key of each, for who looks for it in a list. */
    async readClaveNegocio(): Promise<(trabajo: Aceptada) => string | null> {
      await definitions.catchUp()
      return (trabajo) => {
        const nombre = nameClave(trabajo) ?? ''
        const value = trabajo.entrada[nombre]
        if (value === undefined || value === null || history.hidesField(nombre)) return null
        const clave = String(value)
        // What is hidden may begin before the cut and end after it.
        return isHidden(clave) ? null : clave.slice(0, MAX_CLAVE)
      }
    },
  }
}

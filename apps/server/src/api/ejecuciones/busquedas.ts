import { z } from 'zod'
import type { Trabajo } from '../../motor/async-pool/trabajo.ts'
import type { Busqueda } from '../../motor/async-pool/waiting-filter.ts'
import { findClave } from '../../motor/definitions/published-version.ts'
import { MAX_CLAVE } from '../../motor/history/run-row.ts'
import { NO_SECRETS } from '../../motor/history/secret-scope.ts'
import type { Runtime } from '../../motor/runtime.ts'

export interface BusquedasDeps {
  findNamed(q: string): Promise<string[]>
  runtime: Pick<Runtime, 'definitions' | 'history' | 'redactor'>
}

type Aceptada = Pick<Trabajo, 'procesoId' | 'version' | 'flujo' | 'entrada'>

export type Busquedas = ReturnType<typeof createBusquedas>

/** What texts find of runs that have not ended: nothing that the history would hide of them once they have. */
export function createBusquedas({ findNamed, runtime }: BusquedasDeps) {
  const { definitions, history, redactor } = runtime

  const isHidden = (clave: string) =>
    history.mask(clave, NO_SECRETS) !== clave || redactor.redact(clave) !== clave

  /** The parameter of each proceso that is its business key. */
  async function readClaves(): Promise<ReadonlyMap<string, string>> {
    await definitions.catchUp()
    return new Map([...definitions.current().claves].filter(([, nombre]) => !history.hidesField(nombre)))
  }

  /** The parameter that is the business key of a run; what of its version is not at hand its proceso says. */
  function nameClave({ procesoId, version, flujo }: Aceptada): string | null | undefined {
    if (flujo) return findClave(flujo)
    const { claves, find } = definitions.current()
    const published = find(procesoId, version)
    return published ? published.clave : claves.get(procesoId)
  }

  async function claveOf(clave: string): Promise<Pick<Busqueda, 'claves' | 'clave'>> {
    // Whoever asks for it value by value would learn what is hidden.
    if (isHidden(clave)) return { claves: {}, clave }
    return { claves: Object.fromEntries(await readClaves()), clave }
  }

  return {
    async ofText(q: string): Promise<Busqueda> {
      const [procesos, clave] = await Promise.all([findNamed(q), claveOf(q)])
      return { ids: isUuid(q) ? [q] : [], procesos, ...clave }
    },

    ofClave: async (clave: string): Promise<Busqueda> => ({
      ids: [],
      procesos: [],
      ...(await claveOf(clave)),
    }),

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

export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success
}

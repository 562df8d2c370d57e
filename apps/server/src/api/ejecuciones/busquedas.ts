import { z } from 'zod'
import type { Busqueda } from '../../motor/async-pool/waiting-filter.ts'
import { NO_SECRETS } from '../../motor/history/secret-scope.ts'
import type { Runtime } from '../../motor/runtime.ts'

export interface BusquedasDeps {
  findNamed(q: string): Promise<string[]>
  runtime: Pick<Runtime, 'definitions' | 'history' | 'redactor'>
}

export type Busquedas = ReturnType<typeof createBusquedas>

/** What texts find of runs that have not ended: nothing that the history would hide of them once they have. */
export function createBusquedas({ findNamed, runtime }: BusquedasDeps) {
  const { definitions, history, redactor } = runtime

  async function claveOf(clave: string): Promise<Pick<Busqueda, 'claves' | 'clave'>> {
    // Whoever asks for it value by value would learn what is hidden.
    if (history.mask(clave, NO_SECRETS) !== clave || redactor.redact(clave) !== clave)
      return { claves: {}, clave }
    await definitions.catchUp()
    const { claves } = definitions.current()
    return {
      claves: Object.fromEntries([...claves].filter(([, nombre]) => !history.hidesField(nombre))),
      clave,
    }
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
  }
}

export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success
}

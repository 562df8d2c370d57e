import { z } from 'zod'
import { createClaves } from '../../motor/async-pool/claves-negocio.ts'
import type { Busqueda } from '../../motor/async-pool/waiting-filter.ts'
import type { Runtime } from '../../motor/runtime.ts'

export interface BusquedasDeps {
  findNamed(q: string): Promise<string[]>
  runtime: Pick<Runtime, 'definitions' | 'history' | 'redactor'>
}

export type Busquedas = ReturnType<typeof createBusquedas>

/** What texts find of runs that have not ended: nothing that the history would hide of them once they have. */
export function createBusquedas({ findNamed, runtime }: BusquedasDeps) {
  const { isHidden, readClaves, readClaveNegocio } = createClaves(runtime)

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

    readClaveNegocio,
  }
}

export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success
}

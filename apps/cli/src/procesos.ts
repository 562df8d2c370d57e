import { z } from 'zod'
import type { Api } from './api.ts'
import { CliError } from './cli-error.ts'

/** As many as one answer of the list may hold. */
const PAGE = 1_000

const procesosSchema = z.array(z.object({ id: z.string(), nombre: z.string(), revision: z.int() }))
export type ProcesoNombrado = z.infer<typeof procesosSchema>[number]

/** All of them, by name. */
export async function listProcesos(api: Api): Promise<ProcesoNombrado[]> {
  const all: ProcesoNombrado[] = []
  for (;;) {
    const path = `procesos?orden=nombre&limite=${PAGE}&desde=${all.length}`
    const page = procesosSchema.parse(await api.call('GET', path))
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

/** In the order of the names. Throws CliError for one that does not exist. */
export function chooseProcesos(
  procesos: readonly ProcesoNombrado[],
  nombres: readonly string[],
): ProcesoNombrado[] {
  return nombres.map((nombre) => {
    const found = findByName(procesos, nombre)
    if (!found) throw new CliError(`No existe el proceso «${nombre}».`)
    return found
  })
}

export function findByName(
  procesos: readonly ProcesoNombrado[],
  nombre: string,
): ProcesoNombrado | undefined {
  return procesos.find((proceso) => proceso.nombre === nombre)
}

/** Those that are named. Throws CliError when none is, or one does not exist. */
export async function namedProcesos(api: Api, nombres: readonly string[]): Promise<ProcesoNombrado[]> {
  if (nombres.length === 0) throw new CliError('Diga al menos un proceso, por su nombre.')
  return chooseProcesos(await listProcesos(api), nombres)
}

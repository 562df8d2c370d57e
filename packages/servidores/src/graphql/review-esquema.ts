import type { ContratoLeido } from '@div/contract'
import { compareOperaciones } from '../contrato/compare-operaciones.ts'
import type { ReadDeps } from '../contrato/download-documento.ts'
import type { GraphqlConfig } from './graphql-config.ts'
import { readEsquema, readStored } from './read-esquema.ts'

/** What the service offers now, whatever is stored, and what of it is not as it was. */
export async function reviewEsquema(
  config: GraphqlConfig,
  deps: ReadDeps,
  before: GraphqlConfig | null,
): Promise<ContratoLeido> {
  const { describeAll, listCampos } = await import('./describe-campo.ts')
  const { esquema, documentos } = await readEsquema(config, deps)
  const stored = before && (await readStored(before.documentos, deps.limits))
  const campos = listCampos(esquema.schema)
  return {
    config: { archivos: [], documentos },
    puertos: [],
    resumen: `GraphQL · ${campos.length === 1 ? '1 campo' : `${campos.length} campos`} que pedir`,
    opciones: [],
    avisos: [],
    cambios: stored && compareOperaciones(describeAll(stored.schema), describeAll(esquema.schema)),
  }
}

import type { ContratoLeido, Limits } from '@div/contract'
import { LimiteSuperado } from '@div/contract'
import { compareOperaciones, type Operaciones } from '../contrato/compare-operaciones.ts'
import { packDocumentos, unpackDocumentos } from '../contrato/documentos.ts'
import { KeptReadings } from '../contrato/kept-readings.ts'
import { refuse } from '../refuse.ts'
import { describeMetodo } from './describe-metodo.ts'
import type { GrpcConfig } from './grpc-config.ts'
import type { Protos } from './model.ts'
import { readProtos } from './read-protos.ts'

type Deps = { limits: Limits }

const kept = new KeptReadings<Protos>()

/** What is stored needs no network. Throws DatosInvalidos where nothing is. */
export async function readStored(packed: string, limits: Limits): Promise<Protos> {
  const documentos = unpackDocumentos(packed, limits)
  if (!documentos) throw refuse('config.archivos', 'Suba los .proto del servicio.')
  return kept.get(packed, () => readProtos(new Map(Object.entries(documentos.textos))))
}

async function readArchivos(
  archivos: GrpcConfig['archivos'],
  { limits }: Deps,
): Promise<{ protos: Protos; documentos: string }> {
  const { contratoBytes: maximo } = limits
  const bytes = archivos.reduce((sum, { contenido }) => sum + Buffer.byteLength(contenido), 0)
  if (bytes > maximo) throw new LimiteSuperado({ limite: 'contratoBytes', maximo })
  const textos = new Map(archivos.map(({ nombre, contenido }) => [nombre, contenido]))
  const protos = await readProtos(textos)
  const inicio = archivos[0]?.nombre ?? ''
  return { protos, documentos: packDocumentos({ inicio, textos: Object.fromEntries(textos) }) }
}

/** What is stored of the settings once their files were read. */
export async function completeConfig(
  { archivos, documentos }: GrpcConfig,
  deps: Deps,
): Promise<Partial<GrpcConfig>> {
  if (archivos.length > 0)
    return { archivos: [], documentos: (await readArchivos(archivos, deps)).documentos }
  await readStored(documentos, deps.limits)
  return {}
}

/** What the files that were given say, and what of it is not as in those that are stored. */
export async function reviewProtos(
  { archivos, documentos }: GrpcConfig,
  deps: Deps,
  before: GrpcConfig | null,
): Promise<ContratoLeido> {
  const read =
    archivos.length > 0
      ? await readArchivos(archivos, deps)
      : { protos: await readStored(documentos, deps.limits), documentos }
  const { metodos, avisos } = read.protos
  const stored = before && before.documentos !== '' ? await readStored(before.documentos, deps.limits) : null
  return {
    config: { archivos: [], documentos: read.documentos },
    puertos: [],
    resumen: `gRPC · ${metodos.size === 1 ? '1 método' : `${metodos.size} métodos`}`,
    opciones: [],
    avisos: [...avisos],
    cambios: stored && compareOperaciones(describeAll(stored), describeAll(read.protos)),
  }
}

function describeAll({ metodos }: Protos): Operaciones {
  return new Map([...metodos].map(([nombre, metodo]) => [nombre, JSON.stringify(describeMetodo(metodo))]))
}

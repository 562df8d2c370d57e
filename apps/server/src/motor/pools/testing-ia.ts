import { LIMITS, poolSchema, resilienciaSchema } from '@div/contract'
import { CLAVE, type ProveedorDePrueba } from '@div/servidores/testing-ia'
import { createPools, type ServidorActivo } from './pools.ts'
import { testPorts } from './testing.ts'

/** Where the provider of the tests speaks each protocol. */
const BASES = { openai: '/v1', anthropic: '/anthropic/v1', ollama: '' } as const
export type Tipo = keyof typeof BASES
export const TIPOS = Object.keys(BASES) as readonly Tipo[]

export function servidorDeModelos(
  proveedor: ProveedorDePrueba,
  tipo: Tipo,
  config: Record<string, unknown> = {},
): ServidorActivo {
  return {
    id: 's1',
    nombre: 'Modelos',
    tipoServidor: tipo,
    activo: true,
    permitirRedPrivada: true,
    config: {
      urlBase: `${proveedor.origin}${BASES[tipo]}`,
      clave: CLAVE,
      modelo: 'chico',
      reintentos: { max: 2, esperaMs: 1 },
      ...(tipo !== 'anthropic' && { modeloEmbeddings: 'texto-embed' }),
      ...config,
    },
    pool: poolSchema.parse({}),
    resiliencia: resilienciaSchema.parse({}),
  }
}

/** The pools of one servidor alone. */
export function poolsOf(servidor: ServidorActivo, limits: Partial<Record<keyof typeof LIMITS, number>> = {}) {
  return createPools({
    loadServidor: () => servidor,
    interno: testPorts(),
    limits: { ...LIMITS, ...limits },
    log: { warn() {} },
  })
}

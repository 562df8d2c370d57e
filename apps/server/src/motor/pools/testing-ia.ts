import { LIMITS, poolSchema, resilienciaSchema } from '@div/contract'
import { CLAVE, type ProveedorDePrueba } from '@div/servidores/testing-ia'
import { createPools, type ServidorActivo } from './pools.ts'
import { testPorts } from './testing.ts'

/** Each protocol, where the provider of the tests speaks it and what servidor speaks it. */
const PROTOCOLOS = {
  openai: { tipoServidor: 'openai', base: '/v1', config: {} },
  responses: { tipoServidor: 'openai', base: '/v1', config: { formato: 'responses' } },
  anthropic: { tipoServidor: 'anthropic', base: '/anthropic/v1', config: {} },
  ollama: { tipoServidor: 'ollama', base: '', config: {} },
} as const
export type Tipo = keyof typeof PROTOCOLOS
export const TIPOS = Object.keys(PROTOCOLOS) as readonly Tipo[]
/** Cut after so many pieces, a stream has said some words and not its end. */
export const cutAfter = (tipo: Tipo) => (tipo === 'responses' ? 5 : 4)
export const tipoServidorOf = (tipo: Tipo) => PROTOCOLOS[tipo].tipoServidor

export function servidorDeModelos(
  proveedor: ProveedorDePrueba,
  tipo: Tipo,
  config: Record<string, unknown> = {},
): ServidorActivo {
  const { tipoServidor, base, config: own } = PROTOCOLOS[tipo]
  return {
    id: 's1',
    nombre: 'Modelos',
    tipoServidor,
    activo: true,
    permitirRedPrivada: true,
    config: {
      urlBase: `${proveedor.origin}${base}`,
      clave: CLAVE,
      modelo: 'chico',
      reintentos: { max: 2, esperaMs: 1 },
      ...(tipo !== 'anthropic' && { modeloEmbeddings: 'texto-embed' }),
      ...own,
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

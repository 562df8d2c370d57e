import { LIMITS, poolSchema, resilienciaSchema } from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import { createRed } from '../../red/red.ts'
import { createPools, type Pools, type ServidorActivo } from './pools.ts'
import { testContext, testPorts } from './testing.ts'

const pools: Pools[] = []

export async function closeSoapPools(): Promise<void> {
  await Promise.all(pools.splice(0).map((each) => each.close()))
}

/** The settings as they are stored: with what its WSDL says. */
export async function readSoapConfig(config: Record<string, unknown>): Promise<Record<string, unknown>> {
  const definition = SERVIDORES.soap
  const parsed = definition?.config.parse(config) ?? {}
  const read = await definition?.completeConfig?.(parsed, {
    servidor: 'Tienda',
    red: createRed({ permitirRedPrivada: true, limits: LIMITS }),
    limits: LIMITS,
    signal: AbortSignal.timeout(LIMITS.conexionMs),
  })
  return { ...parsed, ...read }
}

/** Closed by `closeSoapPools`. */
export function soapPools(config: Record<string, unknown>): Pools {
  const servidor: ServidorActivo = {
    id: 's1',
    nombre: 'Tienda',
    tipoServidor: 'soap',
    activo: true,
    permitirRedPrivada: true,
    config,
    pool: poolSchema.parse({}),
    resiliencia: resilienciaSchema.parse({}),
  }
  const created = createPools({
    loadServidor: () => servidor,
    interno: testPorts(),
    limits: LIMITS,
    log: { warn() {} },
  })
  pools.push(created)
  return created
}

/** Through pools of its own. */
export async function callSoap(
  config: Record<string, unknown>,
  values: Record<string, unknown>,
  objeto: Record<string, unknown> = { nombre: 'BuscarCliente' },
  context: Parameters<typeof testContext>[0] = {},
): Promise<unknown> {
  const spec = {
    nodo: 'n1',
    nombreNodo: 'Llamar',
    servidorId: 's1',
    tipoServidor: 'soap',
    tipoObjeto: 'operacion',
    objeto,
    parametros: Object.keys(values),
  }
  return soapPools(config).prepare(spec).call(values, testContext(context))
}

import type { Configuracion } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from './api-client.ts'
import { readConfigSistema, storeConfigSistema } from './config-sistema.ts'

/** What the product says of itself. */
export function useConfiguracion() {
  return useQuery({ queryKey: ['configuracion'], queryFn: readConfiguracion, staleTime: Infinity })
}

async function readConfiguracion({ signal }: { signal: AbortSignal }): Promise<Configuracion> {
  const configuracion = await callApi<Configuracion>('GET', 'configuracion', { signal })
  const productionHost = URL.parse(configuracion.urlBase ?? '')?.hostname ?? null
  if (productionHost !== readConfigSistema().productionHost) storeConfigSistema({ productionHost })
  return configuracion
}

import type { McpServer, McpServerConHerramientas, RespuestaDeHerramienta } from '@div/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi, listApi } from '../../../shared/api-client.ts'

const RESOURCE = 'mcp-servers'

/** They are made, changed and removed among the servidores. */
export function useMcpServers() {
  return useQuery({
    queryKey: [RESOURCE],
    queryFn: ({ signal }) => listApi<McpServer>(RESOURCE, { signal }),
    refetchOnMount: 'always',
  })
}

/** What it offers is asked of it each time. */
export function useMcpServer(id: string) {
  return useQuery({
    queryKey: [RESOURCE, id],
    queryFn: ({ signal }) => callApi<McpServerConHerramientas>('GET', `${RESOURCE}/${id}`, { signal }),
    refetchOnMount: 'always',
    retry: false,
  })
}

/** Changes what is allowed; what is shown is asked for again. */
export function useHerramientas(id: string) {
  const queries = useQueryClient()
  const change = async (accion: 'permitir' | 'retirar', body: object) => {
    await callApi('POST', `${RESOURCE}/${id}/${accion}`, { body })
    await queries.invalidateQueries({ queryKey: [RESOURCE] })
  }
  return {
    permitir: (herramienta: { nombre: string; huella: string; escribe: boolean }) =>
      change('permitir', herramienta),
    retirar: (nombre: string) => change('retirar', { nombre }),
  }
}

export function testHerramienta(
  id: string,
  prueba: { nombre: string; argumentos: Record<string, unknown> },
): Promise<RespuestaDeHerramienta> {
  return callApi('POST', `${RESOURCE}/${id}/probar`, { body: prueba })
}

/** Where a person is asked to let this product in; from there they come back to `/mcp`. */
export async function askAutorizacion(id: string): Promise<string> {
  const body = { volverA: `${window.location.origin}/mcp` }
  const { direccion } = await callApi<{ direccion: string }>('POST', `${RESOURCE}/${id}/autorizar`, { body })
  return direccion
}

export function takeAutorizacion(answer: {
  estado: string
  codigo: string
  emisor?: string
}): Promise<McpServer> {
  return callApi('POST', `${RESOURCE}/autorizaciones`, { body: answer })
}

export function useForgetAutorizacion(id: string): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await callApi('DELETE', `${RESOURCE}/${id}/autorizacion`)
    await queries.invalidateQueries({ queryKey: [RESOURCE] })
  }
}

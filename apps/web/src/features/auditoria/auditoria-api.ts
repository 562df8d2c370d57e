import type { EntradaDeAuditoria, PaginaDeAuditoria, VeredictoDeAuditoria } from '@div/contract'
import { useMutation } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagesByKey } from '../../shared/list/use-pages-by-key.ts'

/** Newest first. */
export function useAuditoria(query: Readonly<Record<string, string>>): ListData<EntradaDeAuditoria> {
  return usePagesByKey<EntradaDeAuditoria>({
    queryKey: ['auditoria', query],
    async fetchPage(antesDe, signal) {
      const page = new URLSearchParams({ ...query, ...(antesDe && { antesDe }) })
      const { entradas, siguiente } = await callApi<PaginaDeAuditoria>('GET', `auditoria?${page}`, { signal })
      return { items: entradas, siguiente }
    },
  })
}

/** Whether anybody changed what the audit holds: the server follows the whole chain. */
export function useVerificar() {
  return useMutation({ mutationFn: () => callApi<VeredictoDeAuditoria>('GET', 'auditoria/verificar') })
}

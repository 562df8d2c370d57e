import type { Metricas } from '@div/contract'
import { type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api-client.ts'
import { useLiveSignal } from '../en-vivo/use-live-signal.ts'
import { appendSample, type SampledMetricas } from './sampled-metricas.ts'

const POLL_MS = 30_000
const KEY = ['metricas']

/** What the home page and the sidebar know of the running product: one poll for both, of which the charts are made; in between they are told. */
export function useMetricas() {
  const client = useQueryClient()
  useLiveSignal('metricas', (last) => {
    if (last === undefined) return
    client.setQueryData<SampledMetricas>(KEY, (before) => before && { ...before, last })
  })
  return useQuery({ queryKey: KEY, queryFn: readMetricas, refetchInterval: POLL_MS, staleTime: POLL_MS })
}

async function readMetricas({ client, signal }: QueryFunctionContext): Promise<SampledMetricas> {
  const last = await callApi<Metricas>('GET', 'metricas', { signal })
  return appendSample(client.getQueryData(KEY), last, new Date())
}

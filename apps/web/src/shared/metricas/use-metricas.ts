import type { Metricas } from '@div/contract'
import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import { callApi } from '../api-client.ts'
import { appendSample, type SampledMetricas } from './sampled-metricas.ts'

const POLL_MS = 30_000
const KEY = ['metricas']

/** What the home page and the sidebar know of the running product: one poll for both. */
export function useMetricas() {
  return useQuery({ queryKey: KEY, queryFn: readMetricas, refetchInterval: POLL_MS, staleTime: POLL_MS })
}

async function readMetricas({ client, signal }: QueryFunctionContext): Promise<SampledMetricas> {
  const last = await callApi<Metricas>('GET', 'metricas', { signal })
  return appendSample(client.getQueryData(KEY), last, new Date())
}

import { QueryClient } from '@tanstack/react-query'

/** What a screen has read is shown again at once and read anew when it is older than this. */
const STALE_MS = 10_000

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: STALE_MS, retry: false, refetchOnWindowFocus: false } },
})

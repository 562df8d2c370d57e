import { QueryClient } from '@tanstack/react-query'

/** What a screen has read is shown again at once and read anew when it is older than this. */
const STALE_MS = 10_000

export const queryClient = new QueryClient({
  defaultOptions: {
    // What the browser takes for no network may reach a server on this machine; where nothing does, it is said and not kept for later.
    queries: { networkMode: 'always', staleTime: STALE_MS, retry: false, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always' },
  },
})

import { useCallback, useEffect, useReducer, useRef } from 'react'
import { describeError } from '../../shared/api-error.ts'
import { nextPollDelay } from '../../shared/metricas/poll-delay.ts'
import { useConfiguracion } from '../../shared/use-configuracion.ts'
import { fetchPoolsStats } from './fetch-pools-stats.ts'
import { NO_POOLS, type PoolFeed, reducePools } from './pool-feed.ts'

interface PoolsStatsFeed {
  feed: PoolFeed
  refresh: () => void
  /** Why there is no motor to ask. */
  unknownMotor: Error | null
  retry: () => void
}

/** Asks for the pools again and again, more slowly while nobody answers. */
export function usePoolsStats(): PoolsStatsFeed {
  const configuracion = useConfiguracion()
  const motorPort = configuracion.data?.motor.puerto
  const [feed, dispatch] = useReducer(reducePools, NO_POOLS)
  const askNow = useRef(() => {})

  useEffect(() => {
    if (motorPort === undefined) return
    let timer = 0
    let failures = 0
    let current = new AbortController()

    async function ask(port: number) {
      const { signal } = current
      dispatch({ type: 'attempted', at: Date.now() })
      try {
        const stats = await fetchPoolsStats(port, signal)
        if (signal.aborted) return
        failures = 0
        dispatch({ type: 'succeeded', at: Date.now(), stats })
      } catch (error) {
        // Who left, or asked again by hand, knows it.
        if (signal.aborted) return
        failures++
        // biome-ignore lint/suspicious/noConsole: the specification has it logged, and shows no message (8, «Pool stats»).
        console.error('admin/pools/stats', error)
        dispatch({ type: 'failed', at: Date.now(), error: describeError(error) })
      }
      timer = window.setTimeout(() => void ask(port), nextPollDelay(failures))
    }

    askNow.current = () => {
      window.clearTimeout(timer)
      current.abort()
      current = new AbortController()
      void ask(motorPort)
    }
    askNow.current()
    return () => {
      window.clearTimeout(timer)
      current.abort()
    }
  }, [motorPort])

  const refresh = useCallback(() => {
    dispatch({ type: 'refreshed' })
    askNow.current()
  }, [])
  // Without it nobody knows where to ask.
  const unknownMotor = configuracion.data === undefined ? configuracion.error : null
  return { feed, refresh, unknownMotor, retry: () => void configuracion.refetch() }
}

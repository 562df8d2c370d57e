import { useLocation } from 'react-router'
import { z } from 'zod'

const trailSchema = z.object({ trail: z.array(z.object({ id: z.string(), nombre: z.string() })) })

export type Trail = readonly { id: string; nombre: string }[]

/** From which procesos this one was opened, the outermost first. It stays with the entry of the browser's history, over a reload too. */
export function useTrail(): Trail {
  const { state } = useLocation()
  const { success, data } = trailSchema.safeParse(state)
  return success ? data.trail : []
}

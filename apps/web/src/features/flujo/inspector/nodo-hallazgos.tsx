import type { Hallazgo } from '@div/contract'
import { Stack } from '@mantine/core'
import { HallazgoLine } from '../../../shared/flujo/hallazgos.tsx'

/** What is found of the node as a whole, which no field of its form could say. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set(['id', 'tipo', 'conexiones', 'parametros'])

/** Above the form: what is wrong with how the node stands in the drawing. */
export function NodoHallazgos({ hallazgos }: { hallazgos: readonly Hallazgo[] }) {
  const found = hallazgos.filter(({ campo }) => OF_THE_WHOLE.has(campo))
  if (found.length === 0) return null
  return (
    <Stack gap={4} role="group" aria-label="Problemas del nodo">
      {found.map((hallazgo) => (
        <HallazgoLine key={`${hallazgo.campo}/${hallazgo.mensaje}`} hallazgo={hallazgo} />
      ))}
    </Stack>
  )
}

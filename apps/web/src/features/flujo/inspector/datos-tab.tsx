import type { ResultadoDeEjecucion } from '@div/contract'
import { Alert, Stack } from '@mantine/core'
import { ValueBox } from '../../../shared/trace/trace.tsx'

/** What went into a node in the last run, and what came out. */
export function DatosTab({ id, resultado }: { id: string; resultado: ResultadoDeEjecucion }) {
  const paso = resultado.pasos.find(({ nodo }) => nodo === id)
  if (paso === undefined)
    return <ValueBox title="En la última prueba no se llegó a este nodo" value={undefined} />
  return (
    <Stack gap="md">
      {paso.error && (
        <Alert color="red" variant="light" title={paso.error.codigo}>
          {paso.error.mensaje}
        </Alert>
      )}
      <ValueBox title="Entrada" value={paso.entrada} />
      <ValueBox title="Salida" value={paso.salida} />
    </Stack>
  )
}

import type { ErrorDeNodo, Paso } from '@div/contract'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconBan } from '@tabler/icons-react'

interface RunErrorProps {
  error: Pick<ErrorDeNodo, 'codigo' | 'mensaje' | 'nodo'>
  pasos: readonly Paso[]
  /** Names of the nodes, by id. */
  nombres: ReadonlyMap<string, string>
}

/** What ended a run, unless the span of its node says the same. */
export function RunError({ error: { codigo, mensaje, nodo }, pasos, nombres }: RunErrorProps) {
  if (pasos.some((paso) => paso.error?.mensaje === mensaje)) return null
  // Somebody wanted it so.
  const isCancelada = codigo === 'EJECUCION_CANCELADA'
  return (
    <Alert
      color={isCancelada ? 'gray' : 'red'}
      variant="light"
      icon={isCancelada ? <IconBan aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={nodo === null ? codigo : `${codigo} · ${nombres.get(nodo) ?? nodo}`}
    >
      {mensaje}
    </Alert>
  )
}

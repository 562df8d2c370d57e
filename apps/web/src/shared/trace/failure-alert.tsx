import type { ErrorDeNodo } from '@div/contract'
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { adviceFor } from './error-advice.ts'
import { ErroresList } from './errores-list.tsx'

interface FailureAlertProps {
  /** Of the node that failed; null: outside of any. */
  nombre: string | null
  error: Pick<ErrorDeNodo, 'codigo' | 'mensaje'>
  detalle: unknown
  children?: ReactNode
}

/** Why a node failed, where in what it was given, and what to do. */
export function FailureAlert({ nombre, error: { codigo, mensaje }, detalle, children }: FailureAlertProps) {
  const advice = adviceFor(codigo)
  return (
    <Alert
      color={codigo === 'EJECUCION_CANCELADA' ? 'yellow' : 'red'}
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={nombre === null ? codigo : `${nombre} · ${codigo}`}
    >
      {mensaje}
      <ErroresList detalle={detalle} />
      {advice && (
        <Text size="sm" mt={6}>
          <b>Qué hacer:</b> {advice}
        </Text>
      )}
      {children}
    </Alert>
  )
}

import { Alert, Anchor } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ELEGIR_ASISTENTE } from './use-asistente.ts'

/** What is missing for the assistant to answer, and the way there. */
export function FaltaModelo({ motivo }: { motivo: string }) {
  return (
    <Alert variant="light" icon={<IconSparkles aria-hidden />} title="Falta un modelo">
      {motivo}{' '}
      <Anchor component={Link} to={ELEGIR_ASISTENTE} size="sm" underline="always">
        Elegirlo en Configuración
      </Anchor>
    </Alert>
  )
}

import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'

export const SIN_DATOS =
  'Hubo tantas ejecuciones en ese segundo que de esta no se guardaron los pasos ni los datos: solo cuándo, cuánto y cómo terminó.'

/** Of a run of which the history keeps the outline only. */
export function SinDatos() {
  return (
    <Alert variant="light" color="gray" icon={<IconInfoCircle aria-hidden />} title="Guardada sin sus datos">
      {SIN_DATOS} Cuántas por segundo se guardan enteras se cambia en Trazabilidad.
    </Alert>
  )
}

import type { ConfiguracionDeAsistente, ServidorResumen } from '@div/contract'
import { notify } from '@div/ui'
import { Alert, Anchor, Button, Group } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { callApi } from '../api-client.ts'
import { explainError } from '../api-error.ts'
import { useUnicoConModelos } from '../servidores/con-modelos.ts'
import { ELEGIR_ASISTENTE } from './use-asistente.ts'

/** What is missing for the assistant to answer, and the way there; where there is only one servidor to choose, it is proposed. */
export function FaltaModelo({ motivo }: { motivo: string }) {
  const unico = useUnicoConModelos()
  return (
    <Alert variant="light" icon={<IconSparkles aria-hidden />} title="Falta un modelo">
      {motivo}{' '}
      <Anchor component={Link} to={ELEGIR_ASISTENTE} size="sm" underline="always">
        Elegirlo en Configuración
      </Anchor>
      {unico && hasModelo(unico) && <Propuesto servidor={unico} />}
    </Alert>
  )
}

/** It says itself which model is asked where nobody chooses another. */
function hasModelo({ config }: ServidorResumen): boolean {
  return typeof config.modelo === 'string' && config.modelo !== ''
}

const CONFIGURACION = 'ai/asistente/configuracion'

function Propuesto({ servidor: { id, nombre } }: { servidor: ServidorResumen }) {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  async function choose() {
    setIsBusy(true)
    try {
      const { revision } = await callApi<ConfiguracionDeAsistente>('GET', CONFIGURACION)
      await callApi('PUT', CONFIGURACION, { body: { servidorId: id, modelo: '', revision } })
      await queries.invalidateQueries({ queryKey: ['ai', 'asistente'] })
    } catch (error) {
      notify.error('No se eligió el modelo', explainError(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Group mt="sm">
      <Button size="compact-sm" loading={isBusy} onClick={() => void choose()}>
        {`Usar «${nombre}»`}
      </Button>
    </Group>
  )
}

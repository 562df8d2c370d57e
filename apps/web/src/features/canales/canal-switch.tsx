import { notify } from '@div/ui'
import { Group, Switch, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useState } from 'react'
import { describeError } from '../../shared/api-error.ts'
import { useCan } from '../../shared/session.ts'
import { useSwitchOff } from '../../shared/usos/use-switch-off.tsx'
import { useSetActivo } from './canales-api.ts'

interface CanalSwitchProps {
  canal: { id: string; nombre: string; activo: boolean }
}

/** Whether a canal serves calls; who may change it, changes it here. */
export function CanalSwitch({ canal }: CanalSwitchProps) {
  return useCan('canales.editar') ? <OwnSwitch canal={canal} /> : <EstadoText activo={canal.activo} />
}

function OwnSwitch({ canal }: CanalSwitchProps) {
  const { id, nombre, activo } = canal
  const { switchOff, dialog } = useSwitchOff('canales', 'el canal')
  const setActivo = useSetActivo()
  const [isBusy, setIsBusy] = useState(false)

  async function change(next: boolean) {
    setIsBusy(true)
    try {
      if (next) await setActivo(id, true)
      else await switchOff(canal, () => setActivo(id, false))
    } catch (error) {
      notify.error(`No se pudo ${next ? 'activar' : 'desactivar'} ${nombre}`, describeError(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <Switch
        size="xs"
        label={activo ? 'Activo' : 'Inactivo'}
        aria-label={`${nombre}: activo`}
        disabled={isBusy}
        checked={activo}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      {dialog}
    </>
  )
}

function EstadoText({ activo }: { activo: boolean }) {
  const Icon = activo ? IconCircleCheck : IconCircleDashed
  return (
    <Group gap={6} wrap="nowrap">
      <Icon
        size={16}
        stroke={1.75}
        aria-hidden
        style={{ color: `var(--mantine-color-${activo ? 'green-text' : 'dimmed'})` }}
      />
      <Text span size="sm">
        {activo ? 'Activo' : 'Inactivo'}
      </Text>
    </Group>
  )
}

import type { ErrorDeCampo } from '@div/contract'
import { FormHelp } from '@div/ui'
import { Group, Select, TextInput } from '@mantine/core'
import { campoOf } from '../../../shared/form/campo-of.ts'
import type { Call, RestCall } from './suggest-call.ts'

/** What was written over what is proposed, of either type. */
export type GivenCall = Partial<RestCall & { operacion: string }>

interface CallFieldsProps {
  call: Call
  errors: readonly ErrorDeCampo[]
  onChange: (fields: GivenCall) => void
}

const MONOSPACE = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } }

/** At which call of its canal a proceso answers. */
export function CallFields(props: CallFieldsProps) {
  return (
    <FormHelp help="/documentacion/campos#asignaciones" root="">
      <CalledBy {...props} />
    </FormHelp>
  )
}

function CalledBy({ call, errors, onChange }: CallFieldsProps) {
  if ('operacion' in call) {
    return (
      <TextInput
        label="Operación"
        description="Como la llamarán: un nombre sin espacios."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        styles={MONOSPACE}
        {...campoOf(errors, 'operacion')}
        value={call.operacion}
        onChange={({ currentTarget }) => onChange({ operacion: currentTarget.value })}
      />
    )
  }
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <Select
        label="Método"
        data-campo="metodo"
        w={120}
        allowDeselect={false}
        data={['GET', 'POST', 'PUT', 'PATCH', 'DELETE']}
        value={call.metodo}
        onChange={(metodo) => metodo !== null && onChange({ metodo: metodo as RestCall['metodo'] })}
      />
      <TextInput
        label="Ruta en el canal"
        description="Entre llaves, lo que la entrada toma de la dirección."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        flex={1}
        styles={MONOSPACE}
        {...campoOf(errors, 'ruta')}
        value={call.ruta}
        onChange={({ currentTarget }) => onChange({ ruta: currentTarget.value })}
      />
    </Group>
  )
}

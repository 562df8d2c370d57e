import { Group, NumberInput, Select } from '@mantine/core'
import { AgruparFields } from './agrupar-fields.tsx'
import { FiltrarFields } from './filtrar-fields.tsx'
import { OrdenarFields } from './ordenar-fields.tsx'
import { asText } from './paso-draft.ts'
import type { PasoFieldsProps } from './paso-props.ts'
import { UnirFields } from './unir-fields.tsx'

/** What a step of each kind is told. */
export function PasoFields(props: PasoFieldsProps) {
  switch (props.paso.tipo) {
    case 'filtrar':
      return <FiltrarFields {...props} />
    case 'ordenar':
      return <OrdenarFields {...props} />
    case 'agrupar':
      return <AgruparFields {...props} />
    case 'unir':
      return <UnirFields {...props} />
    case 'limitar':
      return <LimitarFields {...props} />
    default:
      return <ConvertirFields {...props} />
  }
}

function LimitarFields({ paso, onChange, isReadOnly }: PasoFieldsProps) {
  return (
    <Group grow gap="sm">
      <NumberInput
        size="xs"
        label="Cuántos"
        min={0}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={typeof paso.cantidad === 'number' ? paso.cantidad : ''}
        onChange={(cantidad) => onChange({ cantidad: typeof cantidad === 'number' ? cantidad : 0 })}
      />
      <NumberInput
        size="xs"
        label="Saltando los primeros"
        min={0}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={typeof paso.desde === 'number' ? paso.desde : 0}
        onChange={(desde) => onChange({ desde: typeof desde === 'number' ? desde : 0 })}
      />
    </Group>
  )
}

function ConvertirFields({ paso, name, onChange, isReadOnly }: PasoFieldsProps) {
  return (
    <Group grow gap="sm">
      <Select
        size="xs"
        aria-label={`${name}: sentido`}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={[
          { value: 'leer', label: 'Leer' },
          { value: 'escribir', label: 'Escribir' },
        ]}
        value={asText(paso.sentido)}
        onChange={(sentido) => onChange({ sentido }, true)}
      />
      <Select
        size="xs"
        aria-label={`${name}: formato`}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={['json', 'xml', 'csv', 'base64'].map((value) => ({ value, label: value.toUpperCase() }))}
        value={asText(paso.formato)}
        onChange={(formato) => onChange({ formato }, true)}
      />
    </Group>
  )
}

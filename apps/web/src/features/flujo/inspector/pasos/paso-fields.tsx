import { Group, NumberInput } from '@mantine/core'
import { AgruparFields } from './agrupar-fields.tsx'
import { ConvertirFields } from './convertir-fields.tsx'
import { FiltrarFields } from './filtrar-fields.tsx'
import { OrdenarFields } from './ordenar-fields.tsx'
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

function LimitarFields({ paso, place, onChange, isReadOnly }: PasoFieldsProps) {
  return (
    <Group grow gap="sm">
      <NumberInput
        size="xs"
        label="Cuántos"
        data-campo={`${place}.cantidad`}
        min={0}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={typeof paso.cantidad === 'number' ? paso.cantidad : ''}
        onChange={(cantidad) => onChange({ cantidad: typeof cantidad === 'number' ? cantidad : 0 })}
      />
      <NumberInput
        size="xs"
        label="Saltando los primeros"
        data-campo={`${place}.desde`}
        min={0}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={typeof paso.desde === 'number' ? paso.desde : 0}
        onChange={(desde) => onChange({ desde: typeof desde === 'number' ? desde : 0 })}
      />
    </Group>
  )
}

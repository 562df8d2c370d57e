import { isRecord } from '@div/ui'
import { NumberInput, Select, Stack } from '@mantine/core'
import { campoOf } from '../../../../shared/form/campo-of.ts'
import { withoutAbsent } from '../mapeo/mapped-origen.ts'
import type { NodoFormProps } from './nodo-form-props.ts'

const TIPOS = [
  { value: 'todos', label: 'A todos' },
  { value: 'alguno', label: 'Al primero que llegue' },
  { value: 'n', label: 'A un número de ellos' },
]

/** For how many a join waits, and how long. */
export function UnionField({ nodo, change, errors, isReadOnly }: NodoFormProps) {
  const union = isRecord(nodo.union) ? nodo.union : { tipo: 'todos' }
  const put = (fields: Record<string, unknown>, isStep = false) =>
    change({ union: withoutAbsent({ ...union, ...fields }) }, { isStep })
  return (
    <Stack gap="md">
      <Select
        label="Esperar"
        allowDeselect={false}
        readOnly={isReadOnly}
        data={TIPOS}
        value={typeof union.tipo === 'string' ? union.tipo : 'todos'}
        onChange={(tipo) => put({ tipo, n: tipo === 'n' ? (union.n ?? 1) : undefined }, true)}
      />
      {union.tipo === 'n' && (
        <NumberInput
          label="Cuántos"
          min={1}
          allowDecimal={false}
          readOnly={isReadOnly}
          value={typeof union.n === 'number' ? union.n : ''}
          {...campoOf(errors, 'union.n')}
          onChange={(n) => put({ n: typeof n === 'number' ? n : undefined })}
        />
      )}
      <NumberInput
        label="Tiempo máximo (ms)"
        placeholder="El de la ejecución"
        description="Si pasa, lo que quede en marcha se cancela."
        min={1}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={typeof union.tiempoMaximoMs === 'number' ? union.tiempoMaximoMs : ''}
        {...campoOf(errors, 'union.tiempoMaximoMs')}
        onChange={(ms) => put({ tiempoMaximoMs: typeof ms === 'number' ? ms : undefined })}
      />
    </Stack>
  )
}

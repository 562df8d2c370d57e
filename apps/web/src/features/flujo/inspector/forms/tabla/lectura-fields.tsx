import type { Nodo } from '@div/contract'
import { Group, MultiSelect, NumberInput } from '@mantine/core'
import { ColumnasField } from './columnas-field.tsx'
import { readTabla } from './tabla-objeto.ts'
import { ordenOf, ordenText, readOrden } from './tabla-orden.ts'

interface LecturaFieldsProps {
  nodo: Nodo
  names: readonly string[]
  put: (fields: Record<string, unknown>) => void
  isReadOnly: boolean
}

export function LecturaFields({ nodo, names, put, isReadOnly }: LecturaFieldsProps) {
  const { objeto } = readTabla(nodo)
  const orden = ordenOf(objeto.orden)
  return (
    <>
      <ColumnasField
        label="Columnas"
        description="Ninguna: todas."
        names={names}
        value={objeto.columnas}
        onChange={(next) => put({ columnas: next.length === 0 ? undefined : next })}
        isReadOnly={isReadOnly}
      />
      <MultiSelect
        label="Orden"
        placeholder={orden.length === 0 ? 'Como vengan' : ''}
        searchable
        readOnly={isReadOnly}
        data={names.flatMap((columna) => [
          { value: ordenText({ columna, sentido: 'asc' }), label: `${columna} ↑` },
          { value: ordenText({ columna, sentido: 'desc' }), label: `${columna} ↓` },
        ])}
        value={orden.map(ordenText)}
        onChange={(next) => put({ orden: next.length === 0 ? undefined : next.map(readOrden) })}
      />
      <Group grow gap="sm" align="flex-start">
        <CountField
          label="Límite de filas"
          placeholder="Sin límite"
          value={objeto.limite}
          onChange={(limite) => put({ limite })}
          isReadOnly={isReadOnly}
        />
        <CountField
          label="Filas que se saltan"
          placeholder="0"
          value={objeto.desplazamiento}
          onChange={(desplazamiento) => put({ desplazamiento })}
          isReadOnly={isReadOnly}
        />
      </Group>
    </>
  )
}

interface CountFieldProps {
  label: string
  placeholder: string
  value: unknown
  onChange: (value: number | undefined) => void
  isReadOnly: boolean
}

function CountField({ label, placeholder, value, onChange, isReadOnly }: CountFieldProps) {
  return (
    <NumberInput
      label={label}
      placeholder={placeholder}
      min={0}
      allowDecimal={false}
      readOnly={isReadOnly}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  )
}

import { SchemaForm } from '@div/ui'
import { Select } from '@mantine/core'
import { campoOf } from '../../shared/form/campo-of.ts'
import { ResourceSelect } from '../../shared/list/resource-select.tsx'
import type { AlertaForm } from './alertas-api.ts'
import { fieldsOfTipo, NOMBRADOS, newCondicion, TIPOS } from './condiciones.ts'

/** What is watched, and when it is told of. */
export function CondicionFields({ form, isReadOnly }: { form: AlertaForm; isReadOnly: boolean }) {
  const { draft, change, errors } = form
  const { condicion } = draft
  const { nombrados, otros } = fieldsOfTipo(condicion.tipo)
  return (
    <>
      <Select
        label="Qué vigila"
        data-campo="condicion"
        data={TIPOS}
        allowDeselect={false}
        disabled={isReadOnly}
        value={condicion.tipo}
        onChange={(value) => {
          const chosen = TIPOS.find((each) => each.value === value)
          if (chosen) change({ condicion: newCondicion(chosen.value) })
        }}
      />
      {nombrados.map((campo) => {
        const { resource, label, placeholder } = NOMBRADOS[campo]
        const value = condicion[campo]
        return (
          <ResourceSelect
            key={campo}
            resource={resource}
            label={label}
            placeholder={placeholder}
            clearable
            disabled={isReadOnly}
            {...campoOf(errors, `condicion.${campo}`)}
            value={typeof value === 'string' ? value : null}
            onChange={(id) => change({ condicion: { ...condicion, [campo]: id } })}
          />
        )
      })}
      <SchemaForm
        key={condicion.tipo}
        schema={otros}
        value={condicion}
        onChange={(next) => change({ condicion: { ...condicion, ...next } })}
        errors={errors}
        root="condicion"
        columns={1}
        isReadOnly={isReadOnly}
      />
    </>
  )
}

import { type TipoNodo, toFormSchema } from '@div/contract'
import { NODOS } from '@div/nodos/catalogo'
import { type FormSchema, pickFields, SchemaForm } from '@div/ui'
import { useMemo } from 'react'
import type { NodoFormProps } from './nodo-form-props.ts'

/** Some of a node's own fields, drawn from the schema that also checks them. */
export function ConfigFields({
  nodo,
  change,
  errors,
  isReadOnly,
  names,
}: NodoFormProps & { names: readonly string[] }) {
  const key = names.join()
  const schema = useMemo(() => pickFields(schemaOf(nodo.tipo), key.split(',')), [nodo.tipo, key])
  const value = Object.fromEntries(names.map((name) => [name, nodo[name]]))
  return (
    <SchemaForm
      schema={schema}
      value={value}
      onChange={(next) => change(Object.fromEntries(names.map((name) => [name, next[name]])))}
      errors={errors}
      root=""
      columns={1}
      isReadOnly={isReadOnly}
    />
  )
}

function schemaOf(tipo: TipoNodo): FormSchema {
  return toFormSchema(NODOS[tipo].config)
}

import { Select, Text } from '@mantine/core'
import { campoOf } from '../../../../shared/form/campo-of.ts'
import { errorOf } from '../../../../shared/form/error-of.ts'
import { useSettled } from '../../store/use-editor.ts'
import { MapeoField } from '../mapeo/mapeo-field.tsx'
import { ConfigFields } from './config-fields.tsx'
import { ListaField } from './lista-field.tsx'
import type { NodoFormProps } from './nodo-form-props.ts'
import { UnionField } from './union-field.tsx'

export function SplitterSplitForm(props: NodoFormProps) {
  const { nodo, change, errors, isReadOnly } = props
  return (
    <>
      <ListaField
        nodo={nodo}
        change={change}
        description="Lo que sigue se repite por cada elemento. Sin lista, todas las ramas se ejecutan a la vez."
        error={errorOf(errors, 'lista')}
        isReadOnly={isReadOnly}
      />
      {nodo.lista !== undefined && (
        <ConfigFields {...props} names={['concurrencia', 'lote', 'enError', 'cursor']} />
      )}
    </>
  )
}

export function SplitterJoinForm(props: NodoFormProps) {
  const { nodo, change, errors, isReadOnly } = props
  const nodos = useSettled(({ history }) => history.flujo.nodos)
  const splits = nodos.filter(({ tipo }) => tipo === 'splitter-split')
  return (
    <>
      {splits.length === 0 ? (
        <Text size="sm" c="dimmed">
          Añada antes el splitter que divide.
        </Text>
      ) : (
        <Select
          label="Split que cierra"
          data={splits.map(({ id, nombre }) => ({ value: id, label: `${nombre} (${id})` }))}
          value={typeof nodo.split === 'string' ? nodo.split : null}
          onChange={(split) => change({ split: split ?? undefined })}
          {...campoOf(errors, 'split')}
          readOnly={isReadOnly}
        />
      )}
      <UnionField {...props} />
      <MapeoField {...props} label="Campos de cada elemento" add="Añadir campo" withTipo />
    </>
  )
}

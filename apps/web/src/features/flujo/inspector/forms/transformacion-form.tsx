import { errorOf } from '../../../../shared/form/error-of.ts'
import { MapeoField } from '../mapeo/mapeo-field.tsx'
import { readPasos } from '../pasos/paso-draft.ts'
import { PasosField } from '../pasos/pasos-field.tsx'
import { ListaField } from './lista-field.tsx'
import type { NodoFormProps } from './nodo-form-props.ts'

export function TransformacionForm(props: NodoFormProps) {
  const { nodo, change, errors, isReadOnly } = props
  const hasLista = nodo.lista !== undefined
  return (
    <>
      <ListaField
        nodo={nodo}
        change={change}
        description="Opcional: los pasos trabajan sobre ella y los campos se calculan por cada elemento."
        error={errorOf(errors, 'lista')}
        takesAny={readPasos(nodo.pasos)[0]?.tipo === 'convertir'}
        isReadOnly={isReadOnly}
      />
      {hasLista && <PasosField {...props} />}
      <MapeoField
        {...props}
        label={hasLista ? 'Campos de cada elemento' : 'Campos'}
        add="Añadir campo"
        withTipo
      />
    </>
  )
}

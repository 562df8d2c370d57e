import { ParametrosField } from '../parametros-field.tsx'
import { ReferenciaField } from '../referencia-field.tsx'
import { ConfigFields } from './config-fields.tsx'
import { listaOf } from './lista-of.ts'
import type { NodoFormProps } from './nodo-form.tsx'

export function TransformacionForm(props: NodoFormProps) {
  const { nodo, change, isReadOnly } = props
  return (
    <>
      <ParametrosField {...props} label="Campos" add="Añadir campo" />
      <ReferenciaField
        label="Lista"
        description="Sobre la que trabajan los pasos."
        nodo={nodo}
        value={listaOf(nodo)}
        onChange={(lista) => change({ lista })}
        isReadOnly={isReadOnly}
      />
      {nodo.lista !== undefined && <ConfigFields {...props} names={['pasos']} />}
    </>
  )
}

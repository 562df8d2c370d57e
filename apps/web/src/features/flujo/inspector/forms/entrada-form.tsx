import { DeclaredList } from './declared-list.tsx'
import type { NodoFormProps } from './nodo-form-props.ts'

/** What the proceso asks of who calls it. */
export function EntradaForm({ nodo, change, errors, isReadOnly }: NodoFormProps) {
  return (
    <DeclaredList
      label="Datos que recibe"
      add={{ label: 'Añadir dato', nombre: 'dato' }}
      declared={nodo.parametros}
      onChange={(parametros) => change({ parametros })}
      path="parametros"
      errors={errors}
      isReadOnly={isReadOnly}
    />
  )
}

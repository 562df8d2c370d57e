import { ParametrosField } from '../parametros-field.tsx'
import { ConfigFields } from './config-fields.tsx'
import type { NodoFormProps } from './nodo-form.tsx'

export function SalidaForm(props: NodoFormProps) {
  return (
    <>
      <ParametrosField {...props} label="Lo que responde" add="Añadir campo" />
      <ConfigFields {...props} names={['estadoHttp', 'tipoContenido']} />
    </>
  )
}

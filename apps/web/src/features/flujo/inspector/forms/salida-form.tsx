import { MapeoField } from '../mapeo/mapeo-field.tsx'
import { CabecerasField } from './cabeceras-field.tsx'
import { ConfigFields } from './config-fields.tsx'
import type { NodoFormProps } from './nodo-form-props.ts'

export function SalidaForm(props: NodoFormProps) {
  return (
    <>
      <MapeoField {...props} label="Lo que responde" add="Añadir campo" withTipo />
      <CabecerasField {...props} />
      <ConfigFields {...props} names={['estadoHttp', 'tipoContenido']} />
    </>
  )
}

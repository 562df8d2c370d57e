import type { TipoNodo } from '@div/contract'
import type { FunctionComponent } from 'react'
import { CondicionForm } from './condicion-form.tsx'
import { EntradaForm } from './entrada-form.tsx'
import type { NodoFormProps } from './nodo-form-props.ts'
import { ProcesoForm } from './proceso-form.tsx'
import { SalidaForm } from './salida-form.tsx'
import { SplitterJoinForm, SplitterSplitForm } from './splitter-forms.tsx'
import { TransformacionForm } from './transformacion-form.tsx'

const FORMS: Readonly<Record<TipoNodo, FunctionComponent<NodoFormProps>>> = {
  entrada: EntradaForm,
  proceso: ProcesoForm,
  transformacion: TransformacionForm,
  condicion: CondicionForm,
  'splitter-split': SplitterSplitForm,
  'splitter-join': SplitterJoinForm,
  salida: SalidaForm,
}

/** What a node of each type is told. */
export function NodoForm(props: NodoFormProps) {
  const Form = FORMS[props.nodo.tipo]
  return <Form {...props} />
}

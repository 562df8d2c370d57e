import type { ErrorDeCampo, Nodo, TipoNodo } from '@div/contract'
import type { FunctionComponent } from 'react'
import type { ChangeNodo } from '../use-change-nodo.ts'
import { CondicionForm } from './condicion-form.tsx'
import { EntradaForm } from './entrada-form.tsx'
import { ProcesoForm } from './proceso-form.tsx'
import { SalidaForm } from './salida-form.tsx'
import { SplitterJoinForm, SplitterSplitForm } from './splitter-forms.tsx'
import { TransformacionForm } from './transformacion-form.tsx'

export interface NodoFormProps {
  nodo: Nodo
  change: ChangeNodo
  /** What is found wrong with it, at its fields. */
  errors: readonly ErrorDeCampo[]
  isReadOnly: boolean
}

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

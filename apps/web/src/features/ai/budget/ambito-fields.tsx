import { type AgenteResumen, type Ambito, type ProcesoResumen, ROLES } from '@div/contract'
import { Select, TextInput } from '@mantine/core'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { ResourceSelect } from '../../../shared/list/resource-select.tsx'
import { useCan } from '../../../shared/session.ts'
import { type PresupuestoForm, useUsuarios } from './budget-api.ts'
import { AMBITO_LABELS } from './presupuesto-state.ts'

interface DeFieldProps {
  form: PresupuestoForm
  isReadOnly: boolean
}

/** Whose calls a budget counts. */
export function AmbitoFields({ form, isReadOnly }: DeFieldProps) {
  const { draft, change, errors } = form
  const maySeeUsuarios = useCan('usuarios.leer')
  const offered: readonly Ambito[] = maySeeUsuarios
    ? ['todos', 'role', 'usuario', 'agente', 'proceso']
    : ['todos', 'role', 'agente', 'proceso']
  const shown = offered.includes(draft.ambito) ? offered : [...offered, draft.ambito]
  return (
    <>
      <Select
        label="De quién"
        description="Qué llamadas a modelos cuenta."
        data={shown.map((value) => ({ value, label: AMBITO_LABELS[value] }))}
        allowDeselect={false}
        disabled={isReadOnly}
        {...campoOf(errors, 'ambito')}
        value={draft.ambito}
        onChange={(value) => {
          const ambito = shown.find((each) => each === value)
          if (ambito) change({ ambito, de: null })
        }}
      />
      {draft.ambito !== 'todos' && <DeField form={form} isReadOnly={isReadOnly} />}
    </>
  )
}

function DeField({ form, isReadOnly }: DeFieldProps) {
  const { draft, change, errors } = form
  const maySeeUsuarios = useCan('usuarios.leer')
  const { data: usuarios } = useUsuarios(draft.ambito === 'usuario' && maySeeUsuarios)
  const label = AMBITO_LABELS[draft.ambito]
  const campo = campoOf(errors, 'de')
  const choose = (de: string | null) => change({ de })
  if (draft.ambito === 'proceso')
    return (
      <ResourceSelect<ProcesoResumen>
        resource="procesos"
        label={label}
        withAsterisk
        disabled={isReadOnly}
        {...campo}
        value={draft.de}
        onChange={choose}
      />
    )
  if (draft.ambito === 'agente')
    return (
      <ResourceSelect<AgenteResumen>
        resource="ai-agents"
        label={label}
        withAsterisk
        disabled={isReadOnly}
        {...campo}
        value={draft.de}
        onChange={choose}
      />
    )
  if (draft.ambito === 'role')
    return (
      <Select
        label={label}
        withAsterisk
        disabled={isReadOnly}
        {...campo}
        data={[...ROLES]}
        value={draft.de}
        onChange={choose}
      />
    )
  if (draft.ambito === 'usuario' && usuarios)
    return (
      <Select
        label={label}
        withAsterisk
        searchable
        disabled={isReadOnly}
        {...campo}
        data={usuarios.map(({ id, username }) => ({ value: id, label: username }))}
        value={draft.de}
        onChange={choose}
      />
    )
  return <TextInput label={label} readOnly {...campo} value={draft.de ?? ''} />
}

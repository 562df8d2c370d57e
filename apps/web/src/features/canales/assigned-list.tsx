import type { AsignacionGuardada, CanalGuardado, ErrorDeCampo } from '@div/contract'
import { EmptyState, FormHelp } from '@div/ui'
import { Stack, Text, Title } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { SearchInput } from '../../shared/list/search-input.tsx'
import { AsignacionCard } from './asignacion-card.tsx'
import { type AsignacionRow, matches, problemsOf } from './asignacion-rows.ts'

interface AssignedListProps {
  canal: CanalGuardado
  rows: readonly AsignacionRow[]
  errors: readonly ErrorDeCampo[]
  stored: readonly AsignacionGuardada[]
  onChange: (rows: readonly AsignacionRow[]) => void
}

/** What a canal publishes. What is wrong stays in sight, whatever is searched for. */
export function AssignedList({ canal, rows, errors, stored, onChange }: AssignedListProps) {
  const [q, setQ] = useState('')
  return (
    <Stack gap="sm" component="section" aria-label="Procesos asignados" miw={0}>
      <Title order={2} size="h4">
        Asignados{' '}
        <Text span size="sm" c="dimmed">
          {rows.length}
        </Text>
      </Title>
      {rows.length > 0 && <SearchInput value={q} onChange={setQ} label="Buscar entre los asignados" />}
      {rows.length === 0 && (
        <EmptyState
          icon={IconRoute}
          title="El canal no publica nada todavía"
          text="Asigne un proceso publicado: aquí elige su método y su ruta, y ve la dirección que se llama."
          action={<GuiaLink to="/docs/canales">canales</GuiaLink>}
        />
      )}
      {rows.length > 0 && (
        // One link for all of them.
        <FormHelp help="/documentacion/campos#asignaciones" root="">
          <Stack gap="md">
            {rows.map((row, index) => {
              const problems = problemsOf(errors, index)
              if (!matches(row, q) && Object.keys(problems).length === 0) return null
              return (
                <AsignacionCard
                  key={row.key}
                  canal={canal}
                  row={row}
                  problems={problems}
                  isStored={stored.some((each) => isSame(each, row))}
                  onChange={(fields) => onChange(rows.with(index, { ...row, ...fields }))}
                  onRemove={() => onChange(rows.toSpliced(index, 1))}
                />
              )
            })}
          </Stack>
        </FormHelp>
      )}
    </Stack>
  )
}

/** Whether the motor answers it like this already. */
function isSame(left: AsignacionGuardada, right: AsignacionGuardada): boolean {
  return (['procesoId', 'version', 'metodo', 'ruta', 'operacion'] as const).every(
    (field) => left[field] === right[field],
  )
}

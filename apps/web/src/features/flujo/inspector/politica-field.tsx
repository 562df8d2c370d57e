import type { Nodo, Politica } from '@div/contract'
import { NumberInput, Select, Stack, Switch } from '@mantine/core'
import { UndoHint } from './undo-hint.tsx'
import type { ChangeNodo } from './use-change-nodo.ts'

const EN_ERROR: readonly { value: Politica['enError']; label: string }[] = [
  { value: 'detener', label: 'Termina la ejecución' },
  { value: 'continuar', label: 'Sigue con los valores por defecto' },
  { value: 'rama', label: 'Sale por la rama «error»' },
]

/** How long a node may take, and what happens when it fails. */
export function PoliticaField({
  nodo,
  change,
  isReadOnly,
}: {
  nodo: Nodo
  change: ChangeNodo
  isReadOnly: boolean
}) {
  const politica: Politica = nodo.politica ?? { enError: 'detener' }
  const put = (fields: Partial<Politica>) => change({ politica: withoutAbsent({ ...politica, ...fields }) })
  const { tiempoMaximoMs, reintentos, enError, compensacion = false } = politica
  return (
    <Stack gap="md">
      <Select
        label="Si falla"
        allowDeselect={false}
        readOnly={isReadOnly}
        data={EN_ERROR.map(({ value, label }) => ({ value, label }))}
        value={enError}
        onChange={(value) => {
          const chosen = EN_ERROR.find((each) => each.value === value)
          if (chosen) put({ enError: chosen.value })
        }}
      />
      <NumberInput
        label="Tiempo máximo (ms)"
        placeholder="El de la ejecución"
        min={1}
        max={86_400_000}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={tiempoMaximoMs ?? ''}
        onChange={(value) => put({ tiempoMaximoMs: typeof value === 'number' ? value : undefined })}
      />
      <NumberInput
        label="Reintentos"
        description="Cuántas veces se intenta de nuevo."
        min={0}
        max={20}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={reintentos?.max ?? 0}
        onChange={(value) => put({ reintentos: toReintentos(reintentos, value) })}
      />
      {nodo.tipo === 'proceso' && (
        <Switch
          label="Se deshace con una rama"
          description="Si la ejecución falla más adelante, lo que parte de su salida «compensar» deshace lo que este nodo hizo."
          disabled={isReadOnly}
          checked={compensacion}
          onChange={({ currentTarget }) => put({ compensacion: currentTarget.checked || undefined })}
        />
      )}
      {compensacion && <UndoHint />}
    </Stack>
  )
}

function toReintentos(before: Politica['reintentos'], max: number | string): Politica['reintentos'] {
  if (typeof max !== 'number' || max === 0) return undefined
  return { esperaMs: 200, factor: 2, ...before, max }
}

function withoutAbsent(politica: Politica): Politica {
  const { tiempoMaximoMs, reintentos, enError, compensacion } = politica
  return {
    enError,
    ...(tiempoMaximoMs !== undefined && { tiempoMaximoMs }),
    ...(reintentos !== undefined && { reintentos }),
    ...(compensacion && { compensacion }),
  }
}

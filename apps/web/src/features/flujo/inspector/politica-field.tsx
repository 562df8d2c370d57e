import type { Politica } from '@div/contract'
import { Group, NumberInput, Select, Stack, Switch, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { errorOf } from '../../../shared/form/error-of.ts'
import type { NodoFormProps } from './forms/nodo-form-props.ts'
import { UndoHint } from './undo-hint.tsx'

type Reintentos = NonNullable<Politica['reintentos']>

const EN_ERROR: readonly { value: Politica['enError']; label: string }[] = [
  { value: 'detener', label: 'Termina la ejecución' },
  { value: 'continuar', label: 'Sigue con los valores por defecto' },
  { value: 'rama', label: 'Sale por la rama «error»' },
]

/** How long a node may take, and what happens when it fails. */
export function PoliticaField({ nodo, change, errors, isReadOnly }: NodoFormProps) {
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
        {...campoOf(errors, 'politica.enError')}
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
        {...campoOf(errors, 'politica.tiempoMaximoMs')}
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
        error={errorOf(errors, 'politica.reintentos') ?? errorOf(errors, 'politica.reintentos.max')}
        onChange={(value) => put({ reintentos: toReintentos(reintentos, value) })}
      />
      {reintentos && (
        <EsperaFields
          reintentos={reintentos}
          errors={errors}
          isReadOnly={isReadOnly}
          onChange={(next) => put({ reintentos: next })}
        />
      )}
      {nodo.tipo === 'proceso' && (
        <Switch
          label="Se deshace con una rama"
          description="Si la ejecución falla más adelante, lo que parte de su salida «compensar» deshace lo que este nodo hizo."
          disabled={isReadOnly}
          checked={compensacion}
          {...campoOf(errors, 'politica.compensacion')}
          onChange={({ currentTarget }) => put({ compensacion: currentTarget.checked || undefined })}
        />
      )}
      {compensacion && <UndoHint />}
    </Stack>
  )
}

interface EsperaFieldsProps extends Pick<NodoFormProps, 'errors' | 'isReadOnly'> {
  reintentos: Reintentos
  onChange: (reintentos: Reintentos) => void
}

/** How long it waits before it tries again; folded, since the usual wait is mostly right. */
function EsperaFields({ reintentos, errors, isReadOnly, onChange }: EsperaFieldsProps) {
  const mistakes = {
    esperaMs: errorOf(errors, 'politica.reintentos.esperaMs'),
    factor: errorOf(errors, 'politica.reintentos.factor'),
  }
  const [isUnfolded, setIsUnfolded] = useState(false)
  const isOpen = isUnfolded || mistakes.esperaMs !== undefined || mistakes.factor !== undefined
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Stack gap="sm">
      <UnstyledButton fz="xs" c="dimmed" aria-expanded={isOpen} onClick={() => setIsUnfolded(!isOpen)}>
        <Chevron size={12} aria-hidden style={{ verticalAlign: -2 }} /> Espera entre intentos
      </UnstyledButton>
      {isOpen && (
        <Group grow gap="sm" align="flex-start">
          <NumberInput
            label="Primera espera (ms)"
            min={0}
            max={3_600_000}
            allowDecimal={false}
            readOnly={isReadOnly}
            value={reintentos.esperaMs}
            error={mistakes.esperaMs}
            onChange={(value) => typeof value === 'number' && onChange({ ...reintentos, esperaMs: value })}
          />
          <NumberInput
            label="Cada una, por"
            description="1: todas iguales."
            min={1}
            max={10}
            readOnly={isReadOnly}
            value={reintentos.factor}
            error={mistakes.factor}
            onChange={(value) => typeof value === 'number' && onChange({ ...reintentos, factor: value })}
          />
        </Group>
      )}
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

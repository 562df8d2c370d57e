import { type FormulaPropuesta, PETICION_MAX, type PedirFormula } from '@div/contract'
import { Alert, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconSparkles } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { callApi } from '../../../../shared/api-client.ts'
import { DichoPor } from '../../../../shared/asistente/dicho-por.tsx'
import { useAsistente } from '../../../../shared/asistente/use-asistente.ts'
import { useEditor, useEditorStore } from '../../store/use-editor.ts'
import { FormulaResult } from './formula-result.tsx'
import type { FormulaScope } from './formula-scope.ts'
import { showNombres } from './nodo-labels.ts'
import { tryFormula } from './try-formula.ts'
import { useFormulaWorld } from './use-formula-world.ts'

interface FormulaAsistidaProps {
  /** The node that the formula is in. */
  nodo: string
  actual: string
  scope: FormulaScope
  onInsert: (expresion: string) => void
}

/** Of a sample as much as shows what is in it. */
const MUESTRA_CHARS = 4_000

/** Below a formula: a sentence in, a formula out, with what it comes to. It is put in by a click. */
export function FormulaAsistida(props: FormulaAsistidaProps) {
  const { listo } = useAsistente()
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  if (!listo) return null

  function close() {
    setIsOpen(false)
    requestAnimationFrame(() => opener.current?.focus())
  }

  return isOpen ? (
    <Pedir {...props} onClose={close} />
  ) : (
    <Button
      ref={opener}
      size="compact-xs"
      variant="subtle"
      leftSection={<IconSparkles size={12} aria-hidden />}
      onClick={() => setIsOpen(true)}
    >
      Escribirla con el asistente
    </Button>
  )
}

function Pedir({ nodo, actual, scope, onInsert, onClose }: FormulaAsistidaProps & { onClose: () => void }) {
  const store = useEditorStore()
  const id = useEditor(({ stored }) => stored.id)
  const [peticion, setPeticion] = useState('')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => {
      const muestras = [...scope.muestras].flatMap(([each, muestra]) =>
        muestra === undefined ? [] : [[each, JSON.stringify(muestra).slice(0, MUESTRA_CHARS)]],
      )
      const body: PedirFormula = {
        peticion: peticion.trim(),
        flujo: { ...store.flujo },
        nodo,
        actual,
        muestras: Object.fromEntries(muestras),
      }
      return callApi<FormulaPropuesta>('POST', `procesos/${id}/asistente/formula`, { body })
    },
  })
  const isEmpty = peticion.trim() === ''

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!isEmpty && !isPending) mutate()
  }

  return (
    <Paper p="sm" withBorder mt={4} component="section" aria-label="Fórmula con el asistente">
      <Stack gap="xs">
        <TextInput
          size="xs"
          label="Qué debe calcular"
          placeholder="El nombre y el apellido, en mayúsculas"
          maxLength={PETICION_MAX}
          autoFocus
          readOnly={isPending}
          value={peticion}
          onChange={({ currentTarget }) => setPeticion(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Group gap="xs">
          <Button size="compact-xs" loading={isPending} disabled={isEmpty} onClick={() => mutate()}>
            Proponer
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onClose}>
            Cerrar
          </Button>
        </Group>
        {error && (
          <Alert color="red" variant="light" role="alert">
            {error.message}
          </Alert>
        )}
        {data && (
          <Propuesta
            propuesta={data}
            scope={scope}
            onInsert={() => {
              onInsert(data.expresion)
              onClose()
            }}
          />
        )}
      </Stack>
    </Paper>
  )
}

interface PropuestaProps {
  propuesta: FormulaPropuesta
  scope: FormulaScope
  onInsert: () => void
}

function Propuesta({ propuesta, scope, onInsert }: PropuestaProps) {
  const { expresion, explicacion, modelo, tokens } = propuesta
  const resultId = useId()
  const { world, ask } = useFormulaWorld(expresion, true)
  const trial = useMemo(() => tryFormula(expresion, scope, world), [expresion, scope, world])
  useEffect(() => {
    if (trial.kind === 'buscando') ask(trial.busqueda)
  }, [trial, ask])
  return (
    <>
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {showNombres(expresion, scope.labels)}
      </Text>
      <FormulaResult id={resultId} trial={trial} error={undefined} />
      <Text size="sm">{explicacion}</Text>
      <DichoPor modelo={modelo} tokens={tokens} />
      <Group>
        <Button
          size="compact-xs"
          leftSection={<IconCheck size={12} aria-hidden />}
          disabled={trial.kind === 'errores'}
          onClick={onInsert}
        >
          Insertar
        </Button>
      </Group>
    </>
  )
}

import type { ErrorDeCampo, Hallazgo, ValidacionDeProceso } from '@div/contract'
import { FormHelp, JsonEditor, type JsonEditorHandle, lineOf, placeOf, readJson } from '@div/ui'
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconAlignLeft, IconCircleCheck } from '@tabler/icons-react'
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { Hallazgos } from '../../shared/flujo/hallazgos.tsx'
import classes from './flujo-section.module.css'
import { checkFlujo, formatFlujo, namedNodosOf, pathOf, splitCampo } from './flujo-text.ts'
import type { ProcesoForm } from './procesos-api.ts'

interface FlujoSectionProps {
  form: ProcesoForm
  /** Of what is stored; undefined until it is known. */
  validacion: ValidacionDeProceso | undefined
  mayEdit: boolean
}

/** The flujo as its document, with what is wrong with it beside, each with the way to its place. */
export function FlujoSection({ form, validacion, mayEdit }: FlujoSectionProps) {
  const { draft, change, errors, saved } = form
  const editor = useRef<JsonEditorHandle>(null)
  const findings = useId()
  // As it was typed, for as long as the draft is what that says.
  const [typed, setTyped] = useState<{ text: string; flujo: unknown } | null>(null)
  const formatted = useMemo(() => formatFlujo(draft.flujo), [draft.flujo])
  const text = typed !== null && typed.flujo === draft.flujo ? typed.text : formatted
  const looked = useDeferredValue(text)
  const source = useMemo(() => readJson(looked), [looked])
  const mistakes = useMemo(() => checkFlujo(source), [source])
  const flujo = source.isValid ? source.value : null
  const isStored = saved !== null && draft.flujo === saved.flujo
  const hallazgos = [
    ...mistakes,
    ...(mistakes.length === 0 ? refusalsOf(errors, flujo) : []),
    ...(isStored ? (validacion?.hallazgos ?? []) : []),
  ]

  function type(next: string) {
    const read = readJson(next)
    const value = read.isValid ? read.value : next
    setTyped({ text: next, flujo: value })
    change({ flujo: value })
  }

  function placeOfHallazgo(hallazgo: Pick<Hallazgo, 'nodo' | 'campo'>) {
    if (!source.isValid) return { start: source.offset, end: source.offset + 1 }
    return placeOf(source.places, pathOf(hallazgo, source.value))
  }

  const nodos = namedNodosOf(flujo)
  return (
    <div className={classes.layout}>
      <Stack gap="sm" miw={0}>
        <Group gap="sm">
          <Select
            aria-label="Ir al nodo"
            placeholder="Ir al nodo…"
            searchable
            w={240}
            disabled={nodos.length === 0}
            data={nodos.map(({ id, nombre }) => ({ value: id, label: `${nombre} (${id})` }))}
            value={null}
            onChange={(nodo) => nodo !== null && editor.current?.show(placeOfHallazgo({ nodo, campo: '' }))}
          />
          {mayEdit && (
            <Button
              variant="default"
              leftSection={<IconAlignLeft size={16} aria-hidden />}
              disabled={!source.isValid}
              onClick={() => source.isValid && type(formatFlujo(source.value))}
            >
              Dar formato
            </Button>
          )}
          <Text size="xs" c="dimmed" ml="auto">
            {text.split('\n').length.toLocaleString('es')} líneas
          </Text>
        </Group>
        <FormHelp help="/documentacion/flujo" root="">
          <JsonEditor
            ref={editor}
            label="Documento del flujo"
            text={text}
            onChange={type}
            isReadOnly={!mayEdit}
            isInvalid={mistakes.length > 0}
            describedBy={findings}
            marks={hallazgos.map((hallazgo) => ({
              offset: placeOfHallazgo(hallazgo).start,
              tone: hallazgo.gravedad,
            }))}
          />
        </FormHelp>
      </Stack>
      <Stack gap="md" id={findings} component="section" aria-label="Validación" miw={0}>
        <Text fw={600}>Validación</Text>
        <Text size="sm" c="dimmed" aria-live="polite">
          {source.isValid
            ? describeValidation({ mistakes, isStored, validacion })
            : `No es JSON: línea ${lineOf(looked, source.offset)}.`}
        </Text>
        {isStored && mistakes.length === 0 && validacion?.hallazgos.length === 0 && (
          <Group gap="sm" wrap="nowrap">
            <IconCircleCheck size={18} aria-hidden color="var(--mantine-color-green-filled)" />
            <Text size="sm">Todo en orden: se puede publicar.</Text>
          </Group>
        )}
        <Hallazgos
          hallazgos={hallazgos}
          nodos={nodos}
          onGo={(hallazgo) => editor.current?.show(placeOfHallazgo(hallazgo))}
        />
      </Stack>
    </div>
  )
}

interface Validation {
  mistakes: readonly Hallazgo[]
  isStored: boolean
  validacion: ValidacionDeProceso | undefined
}

/** How far looking at a document has come; null once it is said by what was found. */
function describeValidation({ mistakes, isStored, validacion }: Validation): string | null {
  if (mistakes.length > 0) return 'El documento no es un flujo todavía.'
  if (!isStored) return 'Guarde para validar lo que significa.'
  return validacion === undefined ? 'Cargando...' : null
}

/** What the server refused of the document when it was to be stored. */
function refusalsOf(errors: readonly ErrorDeCampo[], flujo: unknown): Hallazgo[] {
  return errors
    .filter(({ campo }) => campo.startsWith('flujo'))
    .map(({ campo, mensaje }) => ({
      ...splitCampo(campo.replace(/^flujo\.?/, ''), flujo),
      mensaje,
      gravedad: 'error',
    }))
}

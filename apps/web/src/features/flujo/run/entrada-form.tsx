import type { ErrorDeCampo, Nodo } from '@div/contract'
import { FormHelp, isRecord, listUnread, readJson, SchemaForm } from '@div/ui'
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { EntradaJson } from '../../../shared/entrada/entrada-json.tsx'
import { entradaOf, entradaSchema } from '../../../shared/entrada/entrada-schema.ts'
import { initialEntrada } from '../../../shared/entrada/initial-entrada.ts'
import { undoesAnother } from '../document/undoes-another.ts'
import { useEditor, useSelectedNodo } from '../store/use-editor.ts'
import { useRun } from './use-test-run.ts'

const WAYS = [
  { value: 'formulario', label: 'Formulario' },
  { value: 'json', label: 'JSON' },
] as const

/** What a proceso is tried with: fields of what its entrada declares, or the same as a document. */
export function EntradaForm() {
  const run = useRun()
  const nodos = useEditor(({ history }) => history.flujo.nodos)
  const selected = useSelectedNodo()
  const parametros = useMemo(() => entradaOf({ nodos }), [nodos])
  const schema = useMemo(() => entradaSchema(parametros), [parametros])
  /** As a document; null: as fields. */
  const [text, setText] = useState<string | null>(null)
  const [unread, setUnread] = useState<readonly ErrorDeCampo[]>([])
  const source = useMemo(() => readJson(text ?? '{}'), [text])
  const entrada = run.given ?? initialEntrada(parametros)
  const mistakes = unread.length > 0 ? unread : run.mistakes

  function choose(way: string) {
    const next = way === 'json' ? listUnread(entrada, 'entrada') : []
    setUnread(next)
    // What cannot be told in the document would be lost on the way.
    if (next.length === 0) setText(way === 'json' ? JSON.stringify(entrada, null, 2) : null)
  }

  function type(next: string) {
    setText(next)
    const read = readJson(next)
    if (read.isValid && isRecord(read.value)) run.give(read.value)
  }

  const isReady = text === null || (source.isValid && isRecord(source.value))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isReady && !run.isRunning) void run.start()
  }

  return (
    <form onSubmit={submit} aria-label="Probar el proceso" noValidate>
      <FormHelp help="/documentacion/primer-canal#3-probar" root="">
        <Stack gap="md">
          <Group justify="space-between">
            <Text fw={600} size="sm">
              Entrada
            </Text>
            <SegmentedControl
              size="xs"
              aria-label="Cómo se da la entrada"
              data={[...WAYS]}
              value={text === null ? 'formulario' : 'json'}
              onChange={choose}
            />
          </Group>
          {text !== null ? (
            <EntradaJson
              text={text}
              onChange={type}
              source={source}
              mistakes={
                source.isValid && !isRecord(source.value)
                  ? [{ campo: 'entrada', mensaje: 'La entrada es un objeto.' }]
                  : mistakes
              }
            />
          ) : parametros.length === 0 ? (
            <Text size="sm" c="dimmed">
              La entrada no declara datos: no hace falta dar nada.
            </Text>
          ) : (
            <SchemaForm
              schema={schema}
              value={entrada}
              onChange={(next) => {
                setUnread([])
                run.give(next)
              }}
              errors={mistakes}
              root="entrada"
              columns={1}
            />
          )}
          <Group gap="sm">
            <Button
              type="submit"
              loading={run.isRunning}
              disabled={!isReady}
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
            >
              Ejecutar
            </Button>
            {run.isRunning ? (
              <Button
                variant="default"
                leftSection={<IconPlayerStop size={16} aria-hidden />}
                onClick={run.stop}
              >
                Detener
              </Button>
            ) : (
              isReady && selected && <PartButtons nodo={selected} />
            )}
          </Group>
        </Stack>
      </FormHelp>
    </form>
  )
}

/** A part of it: up to the node that is selected, or nothing but that. */
function PartButtons({ nodo: { id, tipo, nombre } }: { nodo: Nodo }) {
  const run = useRun()
  const isUndoing = useEditor(({ history }) => undoesAnother(history.flujo, id))
  if (isUndoing) return null
  return (
    <>
      <Button variant="default" onClick={() => void run.start(id)}>
        Hasta «{nombre}»
      </Button>
      {tipo !== 'entrada' && (
        <Button variant="default" onClick={() => void run.startSolo(id)}>
          Solo «{nombre}»
        </Button>
      )}
    </>
  )
}

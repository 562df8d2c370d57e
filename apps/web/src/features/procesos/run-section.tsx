import type { ErrorDeCampo, Flujo, ProcesoGuardado } from '@div/contract'
import { FormHelp, isRecord, listUnread, readJson, SchemaForm } from '@div/ui'
import { Alert, Button, Group, SegmentedControl, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconInfoCircle, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { checkEntrada } from '../../shared/entrada/check-entrada.ts'
import { EntradaJson } from '../../shared/entrada/entrada-json.tsx'
import { entradaOf, entradaSchema } from '../../shared/entrada/entrada-schema.ts'
import { initialEntrada } from '../../shared/entrada/initial-entrada.ts'
import { useVersion, useVersiones } from '../../shared/procesos/use-versiones.ts'
import { RunOutcome } from './run-outcome.tsx'
import type { Run } from './use-run.ts'

/** The draft, in the choice of what runs. */
const DRAFT = 'borrador'
const WAYS = [
  { value: 'formulario', label: 'Formulario' },
  { value: 'json', label: 'JSON' },
] as const
type Way = (typeof WAYS)[number]['value']

interface RunSectionProps {
  proceso: ProcesoGuardado
  run: Run
  /** There are changes on the page that a run does not know. */
  isDirty: boolean
}

/** Runs it with what a form made of its declared parameters says, and shows all that happened. */
export function RunSection({ proceso, run, isDirty }: RunSectionProps) {
  const [what, setWhat] = useState<string>(DRAFT)
  const version = what === DRAFT ? null : Number(what)
  const { data: versiones = [] } = useVersiones(proceso.id)
  const { data: chosen } = useVersion(proceso.id, version)
  const flujo = version === null ? proceso.flujo : chosen?.flujo
  return (
    <Stack gap="lg">
      {isDirty && (
        <Alert variant="light" icon={<IconInfoCircle aria-hidden />}>
          Se ejecuta lo que está guardado, sin los cambios de esta página.
        </Alert>
      )}
      {flujo && (
        <RunForm
          // What is asked for is what that version declares.
          key={`${what}/${proceso.revision}`}
          flujo={flujo}
          version={version}
          run={run}
          choice={
            <Select
              label="Qué se ejecuta"
              allowDeselect={false}
              data={[
                { value: DRAFT, label: 'El borrador' },
                ...versiones.map(({ version: n }) => ({ value: String(n), label: `La versión ${n}` })),
              ]}
              value={what}
              onChange={(next) => next !== null && setWhat(next)}
            />
          }
        />
      )}
      <RunOutcome run={run} flujo={flujo} />
    </Stack>
  )
}

interface RunFormProps {
  flujo: Flujo
  version: number | null
  run: Run
  choice: React.ReactNode
}

function RunForm({ flujo, version, run, choice }: RunFormProps) {
  const parametros = useMemo(() => entradaOf(flujo), [flujo])
  const schema = useMemo(() => entradaSchema(parametros), [parametros])
  const [way, setWay] = useState<Way>('formulario')
  const [entrada, setEntrada] = useState<Record<string, unknown>>(() => initialEntrada(parametros))
  const [text, setText] = useState('')
  const [nodo, setNodo] = useState<string | null>(null)
  const [mistakes, setMistakes] = useState<readonly ErrorDeCampo[]>([])
  const source = useMemo(() => readJson(text), [text])
  const isReady = way === 'formulario' || source.isValid

  function choose(next: string) {
    const known = WAYS.find(({ value }) => value === next)
    if (known === undefined) return
    const unread = known.value === 'json' ? listUnread(entrada, 'entrada') : []
    setMistakes(unread)
    // What cannot be told in the document would be lost on the way.
    if (unread.length > 0) return
    if (known.value === 'json') setText(JSON.stringify(entrada, null, 2))
    else if (source.isValid && isRecord(source.value)) setEntrada(source.value)
    setWay(known.value)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const value = way === 'json' && source.isValid ? source.value : entrada
    if (!isReady || run.isRunning) return
    const unread = listUnread(value, 'entrada')
    const wrong = unread.length > 0 ? unread : checkEntrada(parametros, value)
    setMistakes(wrong)
    if (wrong.length > 0 || !isRecord(value)) return
    void run.start({ entrada: value, ...(version !== null && { version }), ...(nodo !== null && { nodo }) })
  }

  return (
    <form onSubmit={submit} aria-label="Ejecutar el proceso" noValidate style={{ maxWidth: 880 }}>
      <FormHelp help="/documentacion/primer-canal#3-probar" root="">
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {choice}
            <Select
              label="Hasta"
              placeholder="El final"
              clearable
              searchable
              data={flujo.nodos.map(({ id, nombre }) => ({ value: id, label: `${nombre} (${id})` }))}
              value={nodo}
              onChange={setNodo}
            />
          </SimpleGrid>
          <Stack gap="sm">
            <Group justify="space-between">
              <Text fw={600}>Entrada</Text>
              <SegmentedControl
                size="xs"
                aria-label="Cómo se da la entrada"
                data={[...WAYS]}
                value={way}
                onChange={choose}
              />
            </Group>
            {way === 'json' ? (
              <EntradaJson
                text={text}
                onChange={(next) => {
                  setText(next)
                  setMistakes([])
                }}
                source={source}
                mistakes={mistakes}
              />
            ) : parametros.length === 0 ? (
              <Text size="sm" c="dimmed">
                Su entrada no declara parámetros: no hace falta dar nada.
              </Text>
            ) : (
              <SchemaForm
                schema={schema}
                value={entrada}
                onChange={(next) => {
                  setEntrada(next)
                  setMistakes([])
                }}
                errors={mistakes}
                root="entrada"
              />
            )}
          </Stack>
          <Group>
            <Button
              type="submit"
              loading={run.isRunning}
              disabled={!isReady}
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
            >
              Ejecutar
            </Button>
            {run.isRunning && (
              <Button
                variant="default"
                leftSection={<IconPlayerStop size={16} aria-hidden />}
                onClick={run.stop}
              >
                Detener
              </Button>
            )}
          </Group>
        </Stack>
      </FormHelp>
    </form>
  )
}

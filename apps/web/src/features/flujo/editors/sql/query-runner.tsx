import type { Nodo } from '@div/contract'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { namedParameters } from '../../datos/named-parameters.ts'
import { readValor, showValor } from '../../inspector/origen.ts'
import type { FormulaScope } from '../formula/formula-scope.ts'
import { useFormulaScope } from '../formula/use-formula-scope.ts'
import { RowsTable } from './rows-table.tsx'
import { type SqlOutcome, trySql } from './try-sql.ts'

export interface QueryRunnerHandle {
  run: () => void
}

interface QueryRunnerProps {
  nodo: Nodo
  servidorId: string
  sql: string
  ref?: Ref<QueryRunnerHandle>
}

/** Tries the query by itself: with values for its parameters, and without leaving anything behind. */
export function QueryRunner({ nodo, servidorId, sql, ref }: QueryRunnerProps) {
  const scope = useFormulaScope({ nodo: nodo.id })
  /** What was typed over what is known. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [isAsking, setIsAsking] = useState(false)
  const [isRunning, setIsRunning] = useState(false)
  const [outcome, setOutcome] = useState<SqlOutcome | null>(null)
  const waiting = useRef<AbortController | null>(null)
  const [samples, setSamples] = useState<ReadonlyMap<string, unknown>>(NONE)
  const names = namedParameters(sql)
  const isEmpty = sql.trim() === ''

  useEffect(() => () => waiting.current?.abort(), [])

  const textIn = (known: typeof samples, name: string) => typed[name] ?? showValor(known.get(name))

  async function run(known: typeof samples, confirmado: boolean): Promise<void> {
    const controller = new AbortController()
    waiting.current?.abort()
    waiting.current = controller
    setIsRunning(true)
    const parametros = Object.fromEntries(names.map((name) => [name, readText(textIn(known, name))]))
    const next = await trySql({ servidorId, sql, parametros, confirmado }, controller.signal)
    if (waiting.current !== controller) return
    setOutcome(controller.signal.aborted ? null : next)
    setIsRunning(false)
  }

  /** Values that nobody knows are asked for; after that, what was left empty is null. */
  async function start(): Promise<void> {
    if (isEmpty || isRunning) return
    const known = names.length === 0 ? NONE : await loadSamples(nodo, scope)
    setSamples(known)
    setIsAsking(true)
    if (isAsking || names.every((name) => textIn(known, name) !== '')) await run(known, false)
  }

  useImperativeHandle(ref, () => ({ run: () => void start() }))

  return (
    <Stack gap="sm" component="section" aria-label="Probar la consulta">
      {isAsking && names.length > 0 && (
        <Group gap="sm" align="flex-end">
          {names.map((name) => (
            <TextInput
              key={name}
              label={`:${name}`}
              size="xs"
              w={140}
              ff="monospace"
              placeholder="nulo"
              value={textIn(samples, name)}
              onChange={({ currentTarget }) => {
                const { value } = currentTarget
                setTyped((before) => ({ ...before, [name]: value }))
              }}
              onKeyDown={({ key }) => key === 'Enter' && void start()}
            />
          ))}
        </Group>
      )}
      <Group gap="sm">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={isRunning}
          disabled={isEmpty}
          onClick={() => void start()}
        >
          Ejecutar consulta
        </Button>
        {isRunning && (
          <Button variant="subtle" size="compact-sm" onClick={() => waiting.current?.abort()}>
            Detener
          </Button>
        )}
        <Text size="xs" c="dimmed">
          Ctrl+Enter. No deja cambios.
        </Text>
      </Group>
      <div aria-live="polite">
        {outcome && <Outcome outcome={outcome} onConfirm={() => void run(samples, true)} />}
      </div>
    </Stack>
  )
}

const NONE: ReadonlyMap<string, unknown> = new Map()

/** Formulas are computed by what computes them everywhere, which is loaded when somebody wants it. */
async function loadSamples(nodo: Nodo, scope: FormulaScope): Promise<ReadonlyMap<string, unknown>> {
  const { sampleParameters } = await import('./sample-parameters.ts')
  return sampleParameters(nodo, scope)
}

/** Nothing is null: a text without signs is typed in quotes. */
function readText(text: string): unknown {
  return text === '' ? null : readValor(text)
}

function Outcome({ outcome, onConfirm }: { outcome: SqlOutcome; onConfirm: () => void }) {
  if (outcome.kind === 'fallo')
    return (
      <Alert color="red" variant="light" title="La consulta falla" role="alert">
        <Text size="sm">{outcome.mensaje}</Text>
      </Alert>
    )
  if (outcome.kind === 'confirmar')
    return (
      <Alert color="yellow" variant="light" title="La consulta escribe" role="alert">
        <Text size="sm" mb="sm">
          {outcome.mensaje}
        </Text>
        <Button size="compact-sm" onClick={onConfirm}>
          Probar y deshacer
        </Button>
      </Alert>
    )
  const { filas, hayMas, afectadas, duracionMs } = outcome.consulta
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {afectadas === null
          ? countFilas(filas.length, hayMas)
          : afectadas === 1
            ? '1 fila afectada, y deshecha'
            : `${afectadas} filas afectadas, y deshechas`}{' '}
        · {Math.round(duracionMs)} ms
      </Text>
      {filas.length > 0 && <RowsTable label="Resultado de la consulta" filas={filas} />}
    </Stack>
  )
}

function countFilas(count: number, hayMas: boolean): string {
  if (hayMas) return `Las primeras ${count} filas; hay más`
  return count === 1 ? '1 fila' : `${count} filas`
}

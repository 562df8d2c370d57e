import type { ErrorDeCampo } from '@div/contract'
import { describeMs, SchemaForm } from '@div/ui'
import { Alert, Badge, Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { checkEntrada } from '../../../shared/entrada/check-entrada.ts'
import { entradaOf, entradaSchema } from '../../../shared/entrada/entrada-schema.ts'
import { initialEntrada } from '../../../shared/entrada/initial-entrada.ts'
import { EstadoBadge } from '../../../shared/trace/estados.tsx'
import { ValueBox } from '../../../shared/trace/trace.tsx'
import { useEditor, useSelectedNodo } from '../store/use-editor.ts'
import { useShowNodo } from '../use-show-nodo.ts'
import classes from './run-panel.module.css'
import type { TestRun } from './use-test-run.ts'

interface RunPanelProps {
  run: TestRun
  onClose: () => void
}

/** Below the canvas: what it is tried with at the left, what it answered at the right. */
export function RunPanel({ run, onClose }: RunPanelProps) {
  return (
    <section className={classes.panel} aria-label="Prueba">
      <div className={classes.columns}>
        <EntradaForm run={run} />
        <Outcome run={run} />
      </div>
      <CloseButton aria-label="Cerrar la prueba" className={classes.close} onClick={onClose} />
    </section>
  )
}

function EntradaForm({ run }: { run: TestRun }) {
  const nodos = useEditor(({ history }) => history.flujo.nodos)
  const selected = useSelectedNodo()
  const parametros = useMemo(() => entradaOf({ nodos }), [nodos])
  const schema = useMemo(() => entradaSchema(parametros), [parametros])
  const [given, setGiven] = useState<Readonly<Record<string, unknown>>>({})
  const [mistakes, setMistakes] = useState<readonly ErrorDeCampo[]>([])
  const entrada = { ...initialEntrada(parametros), ...given }

  function start(nodo?: string) {
    const wrong = checkEntrada(parametros, entrada)
    setMistakes(wrong)
    if (wrong.length === 0 && !run.isRunning) void run.start(entrada, nodo)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    start()
  }

  return (
    <form onSubmit={submit} aria-label="Probar el proceso" noValidate>
      <Stack gap="md">
        {parametros.length === 0 ? (
          <Text size="sm" c="dimmed">
            La entrada no declara datos: no hace falta dar nada.
          </Text>
        ) : (
          <SchemaForm
            schema={schema}
            value={entrada}
            onChange={(next) => {
              setGiven(next)
              setMistakes([])
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
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
          >
            Ejecutar
          </Button>
          {selected && !run.isRunning && (
            <Button variant="default" onClick={() => start(selected.id)}>
              Hasta «{selected.nombre}»
            </Button>
          )}
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
    </form>
  )
}

function Outcome({ run }: { run: TestRun }) {
  const resultado = useEditor((state) => state.resultado)
  const nodos = useEditor(({ history }) => history.flujo.nodos)
  const showNodo = useShowNodo()
  if (run.refusal !== null) {
    return (
      <Alert color="red" variant="light" title="No se pudo ejecutar" role="alert">
        {run.refusal}
      </Alert>
    )
  }
  if (resultado === null) {
    return (
      <Text size="sm" c="dimmed">
        Aquí se verá lo que responde. En cada nodo, «Datos» muestra lo que le llegó y lo que produjo.
      </Text>
    )
  }
  const { estado, estadoHttp, duracionMs, error, salida } = resultado
  const failed = nodos.find(({ id }) => id === error?.nodo)
  return (
    <Stack gap="md" component="section" aria-label="Resultado">
      <Group gap="sm" role="status">
        <Text fw={600}>Resultado</Text>
        <EstadoBadge estado={estado} />
        {estadoHttp !== null && <Badge color="gray">HTTP {estadoHttp}</Badge>}
        <Text size="sm" c="dimmed">
          {describeMs(duracionMs)}
        </Text>
      </Group>
      {error ? (
        <Alert color="red" variant="light" title={error.codigo}>
          {error.mensaje}
          {failed && (
            <Button size="compact-sm" variant="default" mt="sm" onClick={() => showNodo(failed.id)}>
              Ver «{failed.nombre}»
            </Button>
          )}
        </Alert>
      ) : (
        <ValueBox title="Respuesta" value={salida} />
      )}
    </Stack>
  )
}

import type { CasoDePruebaGuardado, ResultadoDeCaso } from '@div/contract'
import { describeMs, ErrorState, notify } from '@div/ui'
import { ActionIcon, Alert, Badge, Button, Group, Menu, Stack, Table, Text } from '@mantine/core'
import { IconCheck, IconDots, IconPlayerPlay, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { describeError } from '../../../shared/api-error.ts'
import { entradaOf } from '../../../shared/entrada/entrada-schema.ts'
import { initialEntrada } from '../../../shared/entrada/initial-entrada.ts'
import type { DraftSaver } from '../store/draft-saver.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'
import { type CasoDraft, describeCaso, describeSide, draftFromRun, draftOf } from './caso-draft.ts'
import { CasoEditor } from './caso-editor.tsx'
import { sentPins } from './fijados.ts'
import { readEjecucion, runCasos, useCasos, useRemoveCaso } from './run-api.ts'
import classes from './run-panel.module.css'
import { useRun } from './use-test-run.ts'

interface CasosPanelProps {
  saver: DraftSaver
  edited: CasoDraft | null
  onEdit: (caso: CasoDraft | null) => void
  onTry: () => void
}

/** What a proceso must always come to, by name: each runs against the draft and says where it differs. */
export function CasosPanel({ saver, edited, onEdit, onTry }: CasosPanelProps) {
  const store = useEditorStore()
  const { id: procesoId } = useEditor(({ stored }) => stored)
  const { data: casos, error, refetch } = useCasos(procesoId)
  const run = useRun()
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, ResultadoDeCaso>>(new Map())
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  const [refusal, setRefusal] = useState<string | null>(null)

  async function verify(ids: readonly string[]) {
    setRunning(new Set(ids))
    setRefusal(null)
    try {
      if (store.mayEdit && !(await saver.flush())) throw new Error('No se pudo guardar lo dibujado.')
      const { resultados } = await runCasos(procesoId, ids)
      setVerdicts(new Map([...verdicts, ...resultados.map((each) => [each.casoId, each] as const)]))
    } catch (reason) {
      // The panel says why.
      setRefusal(describeError(reason))
    } finally {
      setRunning(new Set())
    }
  }

  function fromRun() {
    const { resultado, mostrada, fijados } = store.read()
    const entrada = run.given ?? initialEntrada(entradaOf(store.flujo))
    const datosFijados = sentPins(fijados, store.flujo)
    onEdit(draftFromRun({ entrada, datosFijados }, mostrada === null ? resultado : null))
  }

  if (error !== null && casos === undefined)
    return <ErrorState message={describeError(error)} onRetry={() => void refetch()} />
  if (edited !== null)
    return <CasoEditor procesoId={procesoId} draft={edited} onChange={onEdit} onDone={() => onEdit(null)} />
  const all = casos ?? []
  const judged = all.flatMap(({ id }) => verdicts.get(id) ?? [])
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={running.size > 0}
          disabled={all.length === 0}
          onClick={() => void verify(all.map(({ id }) => id))}
        >
          Ejecutar todos
        </Button>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={fromRun}>
          Guardar esta prueba como caso
        </Button>
        {judged.length > 0 && (
          <Text size="sm" role="status">
            {judged.filter(({ ok }) => ok).length} de {judged.length} correctos
          </Text>
        )}
      </Group>
      {refusal !== null && (
        <Alert color="red" variant="light" title="No se pudieron ejecutar" role="alert">
          {refusal}
        </Alert>
      )}
      {all.length === 0 ? (
        <Text size="sm" c="dimmed">
          Un caso de prueba guarda una entrada y lo que debe responder: se comprueba de una vez aquí y antes
          de publicar. Pruebe el proceso y guarde lo que respondió.
        </Text>
      ) : (
        <ul className={classes.casos} aria-label="Casos de prueba">
          {all.map((caso) => (
            <CasoItem
              key={caso.id}
              caso={caso}
              verdict={verdicts.get(caso.id)}
              isRunning={running.has(caso.id)}
              onRun={() => void verify([caso.id])}
              onEdit={() => onEdit(draftOf(caso))}
              onUse={() => {
                run.give(caso.entrada)
                onTry()
              }}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}

interface CasoItemProps {
  caso: CasoDePruebaGuardado
  verdict: ResultadoDeCaso | undefined
  isRunning: boolean
  onRun: () => void
  onEdit: () => void
  onUse: () => void
}

function CasoItem({ caso, verdict, isRunning, onRun, onEdit, onUse }: CasoItemProps) {
  const { id: procesoId } = useEditor(({ stored }) => stored)
  const { mutate } = useRemoveCaso(procesoId)
  const remove = () =>
    notify.confirm({
      title: `¿Eliminar el caso «${caso.nombre}»?`,
      onConfirm: () =>
        mutate(caso.id, { onError: (error) => notify.error('No se pudo eliminar', describeError(error)) }),
    })
  return (
    <li className={classes.caso}>
      <Group gap="sm" wrap="nowrap">
        <div className={classes.casoText}>
          <Text size="sm" fw={500} truncate>
            {caso.nombre}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {describeCaso(caso)}
          </Text>
        </div>
        {verdict && <Verdict verdict={verdict} />}
        <Button size="compact-sm" variant="default" loading={isRunning} onClick={onRun}>
          Ejecutar
        </Button>
        <Menu position="bottom-end" returnFocus>
          <Menu.Target>
            <ActionIcon aria-label={`Acciones de ${caso.nombre}`}>
              <IconDots size={16} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onUse}>Usar su entrada</Menu.Item>
            <Menu.Item onClick={onEdit}>Editar</Menu.Item>
            <Menu.Item color="red" onClick={remove}>
              Eliminar
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {verdict && !verdict.ok && <Diferencias verdict={verdict} />}
    </li>
  )
}

function Verdict({ verdict: { ok, duracionMs } }: { verdict: ResultadoDeCaso }) {
  const Mark = ok ? IconCheck : IconX
  return (
    <Badge color={ok ? 'green' : 'red'} leftSection={<Mark size={12} aria-hidden />} style={{ flex: 'none' }}>
      {ok ? `Correcto · ${describeMs(duracionMs)}` : 'Distinto'}
    </Badge>
  )
}

/** What was expected beside what came. */
function Diferencias({ verdict: { diferencias, idEjecucion } }: { verdict: ResultadoDeCaso }) {
  const run = useRun()
  const look = async (id: string) => {
    try {
      run.show(await readEjecucion(id))
    } catch (reason) {
      notify.error('No se pudo mostrar la ejecución', describeError(reason))
    }
  }
  return (
    <Stack gap="xs" mt="xs" align="flex-start">
      <div className={classes.scroll}>
        <Table fz="xs" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Dónde</Table.Th>
              <Table.Th>Esperado</Table.Th>
              <Table.Th>Obtenido</Table.Th>
              <Table.Th>Qué pasa</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {diferencias.map((diferencia) => (
              <Table.Tr key={diferencia.ruta}>
                <Table.Td ff="monospace">{diferencia.ruta}</Table.Td>
                <Table.Td ff="monospace">{describeSide(diferencia, 'esperado')}</Table.Td>
                <Table.Td ff="monospace">{describeSide(diferencia, 'obtenido')}</Table.Td>
                <Table.Td>{diferencia.mensaje}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {idEjecucion !== null && (
        <Button size="compact-sm" variant="default" onClick={() => void look(idEjecucion)}>
          Ver en el lienzo
        </Button>
      )}
    </Stack>
  )
}

import type { Nodo, Paso } from '@div/contract'
import { describeMs } from '@div/ui'
import { Alert, Button, Group, Pagination, Stack, Text } from '@mantine/core'
import { IconPlayerPlay, IconRotateClockwise } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { LugarDeValor } from '../../../shared/datos/partes-api.ts'
import { ValueViewer } from '../../../shared/datos/value-viewer.tsx'
import { EstadoBadge } from '../../../shared/trace/estados.tsx'
import { FailureAlert } from '../../../shared/trace/failure-alert.tsx'
import { undoesAnother } from '../document/undoes-another.ts'
import { PinBox } from '../run/pin-box.tsx'
import { staleNodos } from '../run/stale-nodos.ts'
import { useRun } from '../run/use-test-run.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'

const NO_PASOS: readonly Paso[] = []

/** What went into a node in the run that is shown, and what came out; of a region, item by item. */
export function DatosTab({ nodo }: { nodo: Nodo }) {
  const { mayEdit } = useEditorStore()
  const resultado = useEditor((state) => state.resultado)
  const pasos = useMemo(
    () => resultado?.pasos.filter((paso) => paso.nodo === nodo.id) ?? NO_PASOS,
    [resultado, nodo.id],
  )
  const failed = pasos.findIndex(({ estado }) => estado === 'error')
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? Math.max(failed, 0), Math.max(pasos.length - 1, 0))
  const paso = pasos[at]
  const isStale = useEditor((state) => staleNodos(state).has(nodo.id))
  return (
    <Stack gap="md">
      {mayEdit && <StepButtons nodo={nodo} />}
      {paso === undefined ? (
        <Text size="sm" c="dimmed">
          {resultado === null
            ? 'Pruebe el proceso para ver aquí lo que le llega y lo que produce.'
            : 'En esta ejecución no se llegó a este nodo.'}
        </Text>
      ) : (
        <>
          {isStale && (
            <Text size="sm" c="dimmed" role="status">
              De antes del cambio: el nodo, o algo anterior, ya no es el que se probó. Pruebe otra vez.
            </Text>
          )}
          {pasos.length > 1 && (
            <Group gap="sm">
              <Pagination
                size="xs"
                total={pasos.length}
                value={at + 1}
                siblings={0}
                onChange={(page) => setChosen(page - 1)}
                getControlProps={(control) => ({
                  'aria-label': control === 'next' ? 'Elemento siguiente' : 'Elemento anterior',
                })}
              />
              <Text size="xs" c="dimmed">
                {describeItem(paso)}
              </Text>
            </Group>
          )}
          <PasoData
            key={at}
            paso={paso}
            nombre={nodo.nombre}
            lugar={
              mayEdit && resultado
                ? { ejecucion: resultado.idEjecucion, paso: resultado.pasos.indexOf(paso) }
                : undefined
            }
          />
        </>
      )}
      {mayEdit && <PinBox nodo={nodo} salida={paso?.estado === 'ok' ? paso.salida : undefined} />}
    </Stack>
  )
}

function describeItem({ iteracion, iteraciones }: Paso): string {
  const item = (iteracion ?? []).map((index) => index + 1).join(' › ')
  if (iteraciones !== undefined && iteraciones > 1)
    return `${iteraciones.toLocaleString('es')} elementos juntos, desde el ${item}`
  return item === '' ? '' : `Elemento ${item}`
}

interface PasoDataProps {
  paso: Paso
  nombre: string
  /** Undefined: who looks may see only the samples. */
  lugar: Omit<LugarDeValor, 'lado'> | undefined
}

function PasoData({ paso, nombre, lugar }: PasoDataProps) {
  const { estado, duracionMs, intentos, rama, error, aviso, entrada, salida } = paso
  return (
    <Stack gap="md">
      <Group gap="sm">
        <EstadoBadge estado={estado} />
        <Text size="sm" c="dimmed">
          {[
            describeMs(duracionMs),
            intentos > 1 && `${intentos} intentos`,
            rama !== undefined && `siguió por «${rama}»`,
          ]
            .filter((part) => part !== false)
            .join(' · ')}
        </Text>
      </Group>
      {error && <FailureAlert nombre={nombre} error={error} detalle={error.detalle} />}
      {aviso !== undefined && (
        <Alert color="yellow" variant="light" title="Falló y se siguió con los valores por omisión">
          {aviso}
        </Alert>
      )}
      <ValueViewer title="Entrada" value={entrada} lugar={lugar && { ...lugar, lado: 'entrada' }} />
      <ValueViewer title="Salida" value={salida} lugar={lugar && { ...lugar, lado: 'salida' }} />
      {error?.detalle !== undefined && <ValueViewer title="Detalle del error" value={error.detalle} />}
    </Stack>
  )
}

/** What can be run from here. */
function StepButtons({ nodo: { id, tipo } }: { nodo: Nodo }) {
  const run = useRun()
  const isOfHistory = useEditor(({ mostrada }) => mostrada !== null)
  const isUndoing = useEditor(({ history }) => undoesAnother(history.flujo, id))
  if (isUndoing)
    return (
      <Text size="sm" c="dimmed">
        Deshace lo que hizo otro nodo: se ejecuta cuando una ejecución falla después de él.
      </Text>
    )
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        loading={run.isRunning}
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        onClick={() => void run.start(id)}
      >
        Ejecutar hasta aquí
      </Button>
      {tipo !== 'entrada' && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={run.isRunning}
          onClick={() => void run.startSolo(id)}
        >
          Solo este paso
        </Button>
      )}
      {isOfHistory && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={run.isRunning}
          leftSection={<IconRotateClockwise size={14} aria-hidden />}
          onClick={() => void run.replay(id)}
        >
          Reproducir desde aquí
        </Button>
      )}
    </Group>
  )
}

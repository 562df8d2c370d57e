import type { Conexion, Nodo } from '@div/contract'
import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { memo, useDeferredValue, useMemo, useRef } from 'react'
import { handleOf, handlesOf, NORMAL } from '../document/nodo-handles.ts'
import { connectTargets, planConnect, planRemove } from '../document/plan-change.ts'
import { useEditorStore, useSettled } from '../store/use-editor.ts'
import { useGiveBackFocus } from '../use-give-back-focus.ts'

/** Where a node goes on, by each of its ways out; for who does not drag lines. */
export function ConexionesField({ nodo }: { nodo: Nodo }) {
  const conexiones = useSettled(({ history }) => history.flujo.conexiones)
  const leaving = conexiones.filter(({ origen }) => origen === nodo.id)
  const handles = handlesOf(nodo, leaving)
  if (handles.length === 0) return null
  return (
    <Stack gap="sm" component="section" aria-label="Conexiones">
      <Text size="sm" fw={500}>
        Sigue en
      </Text>
      {handles.map((handle) => (
        <ConexionesOfHandle key={handle} nodo={nodo} handle={handle} />
      ))}
    </Stack>
  )
}

function ConexionesOfHandle({ nodo, handle }: { nodo: Nodo; handle: string }) {
  const store = useEditorStore()
  const flujo = useSettled(({ history }) => history.flujo)
  const nombres = new Map(flujo.nodos.map(({ id, nombre }) => [id, nombre]))
  const lines = flujo.conexiones.filter(
    (conexion) => conexion.origen === nodo.id && handleOf(nodo, conexion) === handle,
  )
  return (
    <Stack gap={4}>
      {handle !== NORMAL && (
        <Text size="xs" c="dimmed">
          {handle}
        </Text>
      )}
      {lines.map(({ id, destino }) => (
        <Group key={id} gap="sm" wrap="nowrap" justify="space-between">
          <Text size="sm">{nombres.get(destino) ?? destino}</Text>
          {store.mayEdit && (
            <ActionIcon
              size="sm"
              aria-label={`Quitar la conexión con ${nombres.get(destino) ?? destino}`}
              onClick={() => store.change((drawn) => planRemove(drawn, { conexiones: new Set([id]) }))}
            >
              <IconX size={14} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {store.mayEdit && <ConnectSelect origen={nodo.id} handle={handle} />}
    </Stack>
  )
}

interface ConnectSelectProps {
  origen: string
  handle: string
}

/** It names every node that may follow, and draws none of them anew for a letter that is typed beside it. */
const ConnectSelect = memo(function ConnectSelect({ origen, handle }: ConnectSelectProps) {
  // What is typed comes first.
  const flujo = useDeferredValue(useSettled(({ history }) => history.flujo))
  const from = useMemo(() => ({ origen, ...(handle !== NORMAL && { salida: handle }) }), [origen, handle])
  const targets = useMemo(() => connectTargets(flujo, from), [flujo, from])
  return targets.length > 0 && <TargetSelect from={from} handle={handle} targets={targets} />
})

interface TargetSelectProps {
  from: Pick<Conexion, 'origen' | 'salida'>
  handle: string
  targets: readonly Nodo[]
}

function TargetSelect({ from, handle, targets }: TargetSelectProps) {
  const store = useEditorStore()
  const field = useRef<HTMLInputElement>(null)
  // Who connects the last one goes on from the node.
  useGiveBackFocus(field, from.origen)
  return (
    <Select
      ref={field}
      size="xs"
      searchable
      limit={50}
      aria-label={`Conectar ${handle === NORMAL ? 'Siguiente' : handle} con`}
      placeholder="Conectar con…"
      data={targets.map(({ id, nombre }) => ({ value: id, label: `${nombre} (${id})` }))}
      value={null}
      onChange={(destino) =>
        destino !== null && store.change((drawn) => planConnect(drawn, { ...from, destino }))
      }
    />
  )
}

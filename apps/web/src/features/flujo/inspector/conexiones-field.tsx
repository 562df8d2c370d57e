import type { Nodo } from '@div/contract'
import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { handleOf, handlesOf, NORMAL } from '../document/nodo-handles.ts'
import { connectTargets, planConnect, planRemove } from '../document/plan-change.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'

/** Where a node goes on, by each of its ways out; for who does not drag lines. */
export function ConexionesField({ nodo }: { nodo: Nodo }) {
  const conexiones = useEditor(({ history }) => history.flujo.conexiones)
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
  const flujo = useEditor(({ history }) => history.flujo)
  const nombres = new Map(flujo.nodos.map(({ id, nombre }) => [id, nombre]))
  const lines = flujo.conexiones.filter(
    (conexion) => conexion.origen === nodo.id && handleOf(nodo, conexion) === handle,
  )
  const from = { origen: nodo.id, ...(handle !== NORMAL && { salida: handle }) }
  const targets = store.mayEdit ? connectTargets(flujo, from) : []
  const what = handle === NORMAL ? 'Siguiente' : handle
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
      {targets.length > 0 && (
        <Select
          size="xs"
          searchable
          limit={50}
          aria-label={`Conectar ${what} con`}
          placeholder="Conectar con…"
          data={targets.map(({ id, nombre }) => ({ value: id, label: `${nombre} (${id})` }))}
          value={null}
          onChange={(destino) =>
            destino !== null && store.change((drawn) => planConnect(drawn, { ...from, destino }))
          }
        />
      )}
    </Stack>
  )
}

import { EmptyState, useReturnFocus } from '@div/ui'
import { Badge, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type ClipboardEntry, LOG_ENTRIES, LOG_KEY, readLog } from './clipboard-log.ts'

const OPERACIONES: Readonly<Record<ClipboardEntry['operacion'], string>> = {
  copiar: 'Copiar',
  pegar: 'Pegar',
  vaciar: 'Vaciar',
}

const UNMARKED = { listStyle: 'none' }

/** What was done with the clipboard of parameters in this browser, in any tab. */
export default function ClipboardDrawer({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const entries = useLog()
  return (
    <Drawer opened onClose={onClose} position="right" title="Registro del clipboard">
      {entries.length === 0 ? (
        <EmptyState
          icon={IconClipboardList}
          title="Todavía no se ha copiado nada"
          text="Aquí queda lo que se copia, pega y vacía con el menú de parámetros de cada nodo, también lo que no se permitió."
          action={
            <Button variant="default" onClick={onClose}>
              Volver al lienzo
            </Button>
          }
        />
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="md">
            Las últimas {LOG_ENTRIES} operaciones de este navegador.
          </Text>
          <Stack component="ul" gap="md" p={0} m={0} style={UNMARKED} aria-label="Operaciones del clipboard">
            {entries.map((entry) => (
              <li key={`${entry.at}/${entry.operacion}/${entry.a}`}>
                <Entry entry={entry} />
              </li>
            ))}
          </Stack>
        </>
      )}
    </Drawer>
  )
}

function Entry({ entry: { at, operacion, proceso, de, a, cuantos, motivo } }: { entry: ClipboardEntry }) {
  const way = [de, a].filter((each) => each !== null).join(' → ')
  return (
    <>
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {OPERACIONES[operacion]}
        </Text>
        <Badge color={motivo === null ? 'green' : 'red'}>{motivo === null ? 'Hecho' : 'No permitido'}</Badge>
        <Text size="xs" c="dimmed" ml="auto">
          {new Date(at).toLocaleString('es')}
        </Text>
      </Group>
      {way !== '' && <Text size="sm">{way}</Text>}
      <Text size="xs" c="dimmed">
        {proceso}
        {motivo === null &&
          operacion !== 'vaciar' &&
          ` · ${cuantos === 1 ? '1 parámetro' : `${cuantos} parámetros`}`}
      </Text>
      {motivo !== null && <Text size="sm">{motivo}</Text>}
    </>
  )
}

/** As it is now, and as other tabs make it. */
function useLog(): readonly ClipboardEntry[] {
  const [entries, setEntries] = useState(() => readLog(localStorage))
  useEffect(() => {
    const look = ({ key }: StorageEvent) => {
      if (key === LOG_KEY) setEntries(readLog(localStorage))
    }
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [])
  return entries
}

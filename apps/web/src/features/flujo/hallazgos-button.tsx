import type { Hallazgo } from '@div/contract'
import { Button, Popover, ScrollArea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Hallazgos } from '../../shared/flujo/hallazgos.tsx'
import { useEditor } from './store/use-editor.ts'
import { useShowNodo } from './use-show-nodo.ts'

/** How much is wrong with what is stored; opened, each with the way to its node. */
export function HallazgosButton() {
  const hallazgos = useEditor((state) => state.hallazgos)
  const nodos = useEditor(({ history }) => history.flujo.nodos)
  const nombres = useMemo(() => new Map(nodos.map(({ id, nombre }) => [id, nombre])), [nodos])
  const [isOpen, setIsOpen] = useState(false)
  const showNodo = useShowNodo()
  const errors = hallazgos.filter(({ gravedad }) => gravedad === 'error').length

  function go({ nodo }: Hallazgo) {
    if (nodo !== null) showNodo(nodo)
    setIsOpen(false)
  }

  if (hallazgos.length === 0) return null
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={400} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="light"
          color={errors > 0 ? 'red' : 'yellow'}
          leftSection={<IconAlertTriangle size={14} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {wordsOf(hallazgos.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Problemas del flujo">
        <ScrollArea.Autosize mah={400}>
          <Hallazgos hallazgos={hallazgos} nombres={nombres} onGo={go} />
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}

const wordsOf = (count: number) => (count === 1 ? '1 problema' : `${count} problemas`)

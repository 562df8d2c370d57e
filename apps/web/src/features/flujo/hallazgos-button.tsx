import { Button, Popover, ScrollArea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { FlujoHallazgos } from './flujo-hallazgos.tsx'
import classes from './hallazgos-button.module.css'
import { useEditor } from './store/use-editor.ts'

/** How much is wrong with what is stored; opened, each with the way to its node. */
export function HallazgosButton() {
  const hallazgos = useEditor((state) => state.hallazgos)
  const [isOpen, setIsOpen] = useState(false)
  const errors = hallazgos.filter(({ gravedad }) => gravedad === 'error').length

  if (hallazgos.length === 0) return null
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={400} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="light"
          color={errors > 0 ? 'red' : 'yellow'}
          leftSection={<IconAlertTriangle size={14} aria-hidden />}
          aria-label={wordsOf(hallazgos.length)}
          onClick={() => setIsOpen(!isOpen)}
        >
          {hallazgos.length}
          <span className={classes.words}>&nbsp;{nounOf(hallazgos.length)}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Problemas del flujo">
        <ScrollArea.Autosize mah={400}>
          <FlujoHallazgos onGone={() => setIsOpen(false)} />
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}

const nounOf = (count: number) => (count === 1 ? 'problema' : 'problemas')
const wordsOf = (count: number) => `${count} ${nounOf(count)}`

import type { Cita } from '@div/contract'
import { Anchor, Button, Popover, ScrollArea, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../../shared/address-of.ts'

/** Leads to a passage that the model was given: what it says, and the document it is of. */
export function CitaButton({ cita, children }: { cita: Cita; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const { numero, coleccionId, coleccion, documentoId, documento, titulo, texto } = cita
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={360} position="bottom-start" withArrow trapFocus>
      <Popover.Target>
        <Button
          component="span"
          role="button"
          tabIndex={0}
          size="compact-xs"
          variant="light"
          px={6}
          fw={500}
          aria-label={`Pasaje ${numero}: ${documento}`}
          onClick={() => setIsOpen((open) => !open)}
          onKeyDown={({ key }) => key === 'Enter' && setIsOpen((open) => !open)}
        >
          {children}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Anchor
          component={Link}
          to={`${addressOf('rag', coleccionId)}?ver=${documentoId}`}
          size="sm"
          fw={600}
        >
          {documento}
        </Anchor>
        <Text size="xs" c="dimmed" mb="xs">
          {[coleccion, ...titulo].join(' › ')}
        </Text>
        <ScrollArea.Autosize mah={240} type="auto">
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {texto}
          </Text>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}

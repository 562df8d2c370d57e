import type { ClaseDeConversacion } from '@div/contract'
import { PageHeader } from '@div/ui'
import { Button, Drawer, Group } from '@mantine/core'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ConversacionesList } from './conversaciones-list.tsx'
import classes from './conversaciones-page.module.css'

interface ConversacionesPageProps {
  clase: ClaseDeConversacion
  title: string
  summary: string
  openId: string | null
  /** Null: a new one. */
  onOpen: (id: string | null) => void
  /** What is said in the one that is open; null: there is nobody to talk with. */
  panel: ReactNode
  /** Why there is no panel. */
  children: ReactNode
}

/** One conversation and the others beside it, which come in a drawer where there is no room. */
export function ConversacionesPage(props: ConversacionesPageProps) {
  const { clase, title, summary, openId, onOpen, panel, children } = props
  const [isListOpen, setIsListOpen] = useState(false)
  const open = (id: string | null) => {
    onOpen(id)
    setIsListOpen(false)
  }
  const list = <ConversacionesList clase={clase} openId={openId} onOpen={open} />
  return (
    <div className={classes.page} data-conversaciones>
      <PageHeader
        title={title}
        summary={<span className={classes.resumen}>{summary}</span>}
        actions={
          <Group gap="sm">
            <Button
              className={classes.estrecha ?? ''}
              variant="default"
              leftSection={<IconMessages size={16} aria-hidden />}
              onClick={() => setIsListOpen(true)}
            >
              Conversaciones
            </Button>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={openId === null}
              onClick={() => open(null)}
            >
              Nueva
            </Button>
          </Group>
        }
      />
      {children}
      {panel && (
        <div className={classes.body}>
          <aside className={classes.lista} aria-label="Conversaciones">
            {list}
          </aside>
          {panel}
        </div>
      )}
      <Drawer opened={isListOpen} onClose={() => setIsListOpen(false)} title="Conversaciones">
        {list}
      </Drawer>
    </div>
  )
}

import { describeField, type FormSchema } from '@div/ui'
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { getSession, useSession } from '../session.ts'
import {
  dropKept,
  isOvertaken,
  type KeptDraft,
  listKeepable,
  readKept,
  storeKept,
  takeKept,
} from './kept-draft.ts'

interface KeptDraftDialogProps<Draft> {
  draft: Draft
  /** What it was changed from; what is stored now. */
  base: Draft
  fields: FormSchema
  isDirty: boolean
  onTake: (draft: Draft) => void
}

/** What stood in a form when the session ended is offered again to whoever typed it, at the same address. */
export function KeptDraftDialog<Draft>({
  draft,
  base,
  fields,
  isDirty,
  onTake,
}: KeptDraftDialogProps<Draft>) {
  const { pathname, search } = useLocation()
  const address = `${pathname}${search}`
  const usuarioId = useSession()?.user.id
  const [kept, setKept] = useState(() => readKept(address, usuarioId))
  useKeeping({ address, usuarioId, changes: isDirty ? listKeepable(draft, base, fields) : [] })

  if (kept === null) return null

  function end() {
    dropKept(address)
    setKept(null)
  }

  return (
    <Modal
      opened
      // Asked again when the form is opened again.
      onClose={() => setKept(null)}
      title="Su sesión terminó mientras editaba"
    >
      <Stack gap="lg">
        <div>
          <Text size="sm">En esta pestaña quedó lo que no había guardado:</Text>
          <List size="sm" mt={4}>
            {kept.changes.map(({ campo }) => (
              <List.Item key={campo}>{describeField(fields, campo).label}</List.Item>
            ))}
          </List>
          <Text size="sm" c="dimmed" mt="sm">
            {isOvertaken(base, kept) && 'Desde entonces alguien guardó otra cosa en lo mismo: revíselo. '}
            Las contraseñas no se conservan: escríbalas otra vez.
          </Text>
        </div>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={end}>
            Descartarlo
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              onTake(takeKept(base, kept))
              end()
            }}
          >
            Recuperarlo
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The form is taken off the screen because the session is over: that is when it is kept. */
function useKeeping({
  address,
  usuarioId,
  changes,
}: {
  address: string
  usuarioId: string | undefined
  changes: KeptDraft['changes']
}) {
  const latest = useRef({ address, usuarioId, changes })
  // The last drawing before the end may already be without a session.
  latest.current = { address, usuarioId: usuarioId ?? latest.current.usuarioId, changes }
  useEffect(
    () => () => {
      const { address: place, usuarioId: own, changes: left } = latest.current
      if (getSession() === null && own !== undefined && left.length > 0)
        storeKept(place, { usuarioId: own, changes: left })
    },
    [],
  )
}

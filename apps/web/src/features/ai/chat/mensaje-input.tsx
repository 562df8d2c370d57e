import type { Adjunto, MensajeNuevo } from '@div/contract'
import { FileChooser, notify } from '@div/ui'
import { ActionIcon, Button, Group, Textarea } from '@mantine/core'
import { IconPaperclip, IconPlayerStop, IconSend } from '@tabler/icons-react'
import { type DragEvent, type FormEvent, type KeyboardEvent, useState } from 'react'
import { describeError } from '../../../shared/api-error.ts'
import { AdjuntoChip } from './adjunto-chip.tsx'
import { type Borradores, borradorOf, changeBorrador, giveBack, storeNuevo, VACIO } from './borradores.ts'
import { removeAdjunto, uploadAdjunto } from './chat-api.ts'
import classes from './mensaje-input.module.css'

interface MensajeInputProps {
  conversacionId: string | null
  isAnswering: boolean
  ensureId: () => Promise<string>
  /** It is known in which conversation something is said. */
  onStart: (id: string) => void
  /** False: it was not said. */
  onSay: (id: string, mensaje: MensajeNuevo) => Promise<boolean>
  onStop: () => void
}

export function MensajeInput(props: MensajeInputProps) {
  const { conversacionId, isAnswering, ensureId, onStart, onSay, onStop } = props
  // What is written in a conversation stays there, whichever is looked at meanwhile.
  const [borradores, setBorradores] = useState<Borradores>(new Map())
  const { texto, adjuntos } = borradorOf(borradores, conversacionId)
  const [isUploading, setIsUploading] = useState(false)
  // Until it is stored, what else is said would be said in a second one.
  const [isStoring, setIsStoring] = useState(false)
  const isBusy = isAnswering || isUploading || isStoring
  const canSay = !isBusy && (texto.trim() !== '' || adjuntos.length > 0)

  async function beginIn(): Promise<string> {
    setIsStoring(true)
    try {
      return await ensureId()
    } finally {
      setIsStoring(false)
    }
  }

  /** In one step, so that no key falls in between. */
  function start(id: string) {
    if (conversacionId === null) setBorradores((now) => storeNuevo(now, id))
    onStart(id)
  }

  async function say() {
    if (!canSay) return
    const said = { texto, adjuntos }
    let saidIn = conversacionId
    setBorradores((now) => changeBorrador(now, conversacionId, () => VACIO))
    try {
      const id = await beginIn()
      saidIn = id
      const telling = onSay(id, { texto, adjuntos: adjuntos.map((each) => each.id) })
      start(id)
      if (!(await telling)) setBorradores((now) => giveBack(now, id, said))
    } catch (error) {
      setBorradores((now) => giveBack(now, saidIn, said))
      notify.error('No se envió el mensaje', describeError(error))
    }
  }

  async function upload(files: readonly File[]) {
    setIsUploading(true)
    try {
      const id = await beginIn()
      start(id)
      for (const file of files) {
        try {
          const adjunto = await uploadAdjunto(id, file)
          setBorradores((now) =>
            changeBorrador(now, id, (borrador) => ({
              ...borrador,
              adjuntos: [...borrador.adjuntos, adjunto],
            })),
          )
        } catch (error) {
          notify.error(`No se adjuntó ${file.name}`, describeError(error))
        }
      }
    } catch (error) {
      notify.error('No se adjuntó nada', describeError(error))
    }
    setIsUploading(false)
  }

  async function remove({ id, nombre }: Adjunto) {
    if (conversacionId === null) return
    try {
      await removeAdjunto(conversacionId, id)
      setBorradores((now) =>
        changeBorrador(now, conversacionId, (borrador) => ({
          ...borrador,
          adjuntos: borrador.adjuntos.filter((each) => each.id !== id),
        })),
      )
    } catch (error) {
      notify.error(`No se quitó ${nombre}`, describeError(error))
    }
  }

  function pressKey(event: KeyboardEvent) {
    // Enter ends a word that is being composed, as in Japanese, before it ends a message.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void say()
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    if (event.dataTransfer.files.length > 0) void upload([...event.dataTransfer.files])
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void say()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {conversacionId !== null && adjuntos.length > 0 && (
        <Group gap="xs">
          {adjuntos.map((adjunto) => (
            <AdjuntoChip
              key={adjunto.id}
              conversacionId={conversacionId}
              adjunto={adjunto}
              onRemove={() => void remove(adjunto)}
            />
          ))}
        </Group>
      )}
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <FileChooser multiple onChoose={(files) => void upload(files)}>
          {(button) => (
            <ActionIcon
              {...button}
              size={36}
              variant="default"
              aria-label="Adjuntar archivos"
              loading={isUploading || isStoring}
            >
              <IconPaperclip size={18} stroke={1.5} />
            </ActionIcon>
          )}
        </FileChooser>
        <Textarea
          aria-label="Mensaje"
          placeholder="Escriba un mensaje. Mayús + Intro, otra línea."
          autosize
          minRows={1}
          maxRows={8}
          flex={1}
          autoFocus
          value={texto}
          onChange={({ currentTarget: { value } }) =>
            setBorradores((now) =>
              changeBorrador(now, conversacionId, (borrador) => ({ ...borrador, texto: value })),
            )
          }
          onKeyDown={pressKey}
        />
        {isAnswering ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={onStop}>
            Detener
          </Button>
        ) : (
          <Button type="submit" disabled={!canSay} leftSection={<IconSend size={16} aria-hidden />}>
            Enviar
          </Button>
        )}
      </Group>
    </form>
  )
}

import type { Adjunto, MensajeNuevo } from '@div/contract'
import { notify } from '@div/ui'
import { ActionIcon, Button, FileButton, Group, Textarea } from '@mantine/core'
import { IconPaperclip, IconPlayerStop, IconSend } from '@tabler/icons-react'
import { type DragEvent, type FormEvent, type KeyboardEvent, useState } from 'react'
import { describeError } from '../../../shared/api-error.ts'
import { AdjuntoChip } from './adjunto-chip.tsx'
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

interface Subidos {
  /** The conversation that they were uploaded to. */
  de: string | null
  adjuntos: readonly Adjunto[]
}

const NINGUNO: Subidos = { de: null, adjuntos: [] }

export function MensajeInput(props: MensajeInputProps) {
  const { conversacionId, isAnswering, ensureId, onStart, onSay, onStop } = props
  const [texto, setTexto] = useState('')
  const [subidos, setSubidos] = useState<Subidos>(NINGUNO)
  // What was uploaded belongs to its conversation.
  const adjuntos = subidos.de === conversacionId ? subidos.adjuntos : NINGUNO.adjuntos
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

  async function say() {
    if (!canSay) return
    const said = { texto, adjuntos, subidos }
    setTexto('')
    setSubidos(NINGUNO)
    // What could not be said stands there again, unless something else does by now.
    const giveBack = () => {
      setTexto((now) => (now === '' ? said.texto : now))
      setSubidos((now) => (now === NINGUNO ? said.subidos : now))
    }
    try {
      const id = await beginIn()
      const telling = onSay(id, { texto: said.texto, adjuntos: said.adjuntos.map((each) => each.id) })
      onStart(id)
      if (!(await telling)) giveBack()
    } catch (error) {
      giveBack()
      notify.error('No se envió el mensaje', describeError(error))
    }
  }

  async function upload(files: readonly File[]) {
    setIsUploading(true)
    try {
      const id = await beginIn()
      onStart(id)
      for (const file of files) {
        try {
          const adjunto = await uploadAdjunto(id, file)
          setSubidos((known) => ({ de: id, adjuntos: [...(known.de === id ? known.adjuntos : []), adjunto] }))
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
      setSubidos(({ de, adjuntos: known }) => ({ de, adjuntos: known.filter((each) => each.id !== id) }))
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
        <FileButton multiple onChange={(files) => void upload(files)}>
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
        </FileButton>
        <Textarea
          aria-label="Mensaje"
          placeholder="Escriba un mensaje. Mayús + Intro, otra línea."
          autosize
          minRows={1}
          maxRows={8}
          flex={1}
          autoFocus
          value={texto}
          onChange={({ currentTarget }) => setTexto(currentTarget.value)}
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

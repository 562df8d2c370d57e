import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Caso, refuseNombre } from '../casos.ts'

interface CasoNombreProps {
  casos: readonly Caso[]
  at: number
  error: string | undefined
  isReadOnly: boolean
  onRename: (nombre: string) => void
}

/** What a case is called, taken once it is written whole: on the way to «sin stock» lies «si», whose connections are another case's. */
export function CasoNombre({ casos, at, error, isReadOnly, onRename }: CasoNombreProps) {
  const nombre = casos[at]?.nombre ?? ''
  /** What is being written, or what was refused; null: the name is as it stands in the drawing. */
  const [draft, setDraft] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  function take() {
    if (draft === null) return
    const wanted = draft.trim()
    const refused = wanted === nombre ? null : refuseNombre(casos, at, wanted)
    setRefusal(refused)
    if (refused !== null) return
    setDraft(null)
    if (wanted !== nombre) onRename(wanted)
  }

  return (
    <TextInput
      size="xs"
      aria-label="Nombre del caso"
      flex={1}
      maxLength={100}
      readOnly={isReadOnly}
      value={draft ?? nombre}
      error={refusal ?? error}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value)
        setRefusal(null)
      }}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take()
        if (key !== 'Escape') return
        setDraft(null)
        setRefusal(null)
      }}
    />
  )
}

import { FileButton } from '@mantine/core'
import { type ReactNode, useRef } from 'react'

interface FileChooserProps {
  accept?: string
  multiple?: boolean
  /** Hears of at least one. */
  onChoose: (files: readonly [File, ...File[]]) => void
  children: (button: { onClick: () => void }) => ReactNode
}

/** A button of any look that lets a person choose files, also the same ones again. */
export function FileChooser({ onChoose, multiple = false, ...rest }: FileChooserProps) {
  const reset = useRef<() => void>(null)

  function take(chosen: File | File[] | null) {
    // Else a browser says nothing of one that is chosen a second time.
    reset.current?.()
    const [first, ...others] = [chosen ?? []].flat()
    if (first) onChoose([first, ...others])
  }

  return <FileButton {...rest} multiple={multiple} resetRef={reset} onChange={take} />
}

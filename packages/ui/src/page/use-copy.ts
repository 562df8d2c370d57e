import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'

const SHOWN_MS = 1_500

export type CopyState = 'none' | 'copied' | 'failed'

/** Copies a text, and for a moment says what came of it. */
export function useCopy(): { state: CopyState; copy: (text: string) => void } {
  const [state, setState] = useState<CopyState>('none')
  useEffect(() => {
    if (state === 'none') return
    const timer = setTimeout(() => setState('none'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])
  return {
    state,
    copy: (text) => void copyText(text).then((isCopied) => setState(isCopied ? 'copied' : 'failed')),
  }
}

/** Null: nothing was copied just now. */
export const COPY_WORDS: Readonly<Record<CopyState, string | null>> = {
  none: null,
  copied: 'Copiado',
  failed: 'No se pudo copiar',
}

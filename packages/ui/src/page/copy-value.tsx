import { ActionIcon, Code, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'
import classes from './copy-value.module.css'

const SHOWN_MS = 1_500

interface CopyValueProps {
  value: string
  /** What it is, for who does not see it: `la dirección`. */
  noun: string
  /** A text of several lines stands in a block. */
  isBlock?: boolean
}

/** A text that is needed elsewhere, with the way to take it there. */
export function CopyValue({ value, noun, isBlock = false }: CopyValueProps) {
  return (
    <div className={classes.value} data-block={isBlock || undefined}>
      <Code block={isBlock} className={classes.code}>
        {value}
      </Code>
      <CopyIcon value={value} noun={noun} />
    </div>
  )
}

export function CopyIcon({ value, noun }: Pick<CopyValueProps, 'value' | 'noun'>) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const label = isCopied ? 'Copiado' : `Copiar ${noun}`
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        className={classes.copy}
        onClick={async () => setIsCopied(await copyText(value))}
      >
        {isCopied ? <IconCheck size={16} stroke={1.5} /> : <IconCopy size={16} stroke={1.5} />}
      </ActionIcon>
    </Tooltip>
  )
}

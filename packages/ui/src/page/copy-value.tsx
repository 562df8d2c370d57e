import { ActionIcon, Code, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Fragment } from 'react'
import classes from './copy-value.module.css'
import { COPY_WORDS, useCopy } from './use-copy.ts'

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
        {breakable(value)}
      </Code>
      <CopyIcon value={value} noun={noun} />
    </div>
  )
}

/** An address that is too long for its line is broken after a slash rather than within a name. */
function breakable(text: string) {
  return text.split(/(?<=[^/]\/)(?!\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which change together.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

export function CopyIcon({ value, noun }: Pick<CopyValueProps, 'value' | 'noun'>) {
  const { state, copy } = useCopy()
  const label = COPY_WORDS[state] ?? `Copiar ${noun}`
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} className={classes.copy} onClick={() => copy(value)}>
        {state === 'copied' ? <IconCheck size={16} stroke={1.5} /> : <IconCopy size={16} stroke={1.5} />}
      </ActionIcon>
    </Tooltip>
  )
}

import { VisuallyHidden } from '@mantine/core'
import { useMemo } from 'react'
import { type DiffLine, diffLines, foldAlike } from './line-diff.ts'
import classes from './text-diff.module.css'

export interface TextDiffProps {
  before: string
  after: string
  /** What is compared, for who does not see it. */
  label: string
}

const MARKS: Readonly<Record<DiffLine['kind'], { sign: string; word: string }>> = {
  igual: { sign: ' ', word: '' },
  quitada: { sign: '−', word: 'Quitada: ' },
  anadida: { sign: '+', word: 'Añadida: ' },
}

/** Two texts line by line: what went, what came, and a little of what stands around it. */
export function TextDiff({ before, after, label }: TextDiffProps) {
  const lines = useMemo(() => foldAlike(diffLines(before, after)), [before, after])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard.
    <section className={classes.diff} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <tbody>
          {lines.map((line, index) =>
            line.kind === 'salto' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: two texts are laid over each other once.
              <tr key={index} className={classes.gap}>
                <td colSpan={4}>
                  {line.count === 1 ? '1 línea igual' : `${line.count.toLocaleString('es')} líneas iguales`}
                </td>
              </tr>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: two texts are laid over each other once.
              <tr key={index} className={classes.line} data-kind={line.kind}>
                <td className={classes.number}>{line.before}</td>
                <td className={classes.number}>{line.after}</td>
                <td className={classes.mark} aria-hidden>
                  {MARKS[line.kind].sign}
                </td>
                <td className={classes.text}>
                  <VisuallyHidden>{MARKS[line.kind].word}</VisuallyHidden>
                  {line.text}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}

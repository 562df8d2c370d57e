import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { describeMs } from './describe-ms.ts'
import classes from './waterfall.module.css'
import { listTicks, placeBar } from './waterfall-bar.ts'

export interface WaterfallSpan {
  id: string
  label: string
  /** Icon of its state, with a word for who does not see it. */
  mark: ReactNode
  /** Of the theme, by its state. */
  color: string
  /** How deep it lies in others. */
  depth: number
  /** From the start of the whole. */
  startMs: number
  /** Null: it did not run, and has no bar. */
  durationMs: number | null
}

export interface WaterfallProps {
  label: string
  spans: readonly WaterfallSpan[]
  totalMs: number
  selected: string | null
  onSelect: (id: string) => void
}

/** What happened when, one row each, over one axis of time. */
export function Waterfall({ label, spans, totalMs, selected, onSelect }: WaterfallProps) {
  return (
    <div className={classes.frame}>
      <div className={`${classes.row} ${classes.scale}`} aria-hidden>
        <span />
        <span className={classes.axis}>
          {listTicks(totalMs).map((tick) => (
            <span
              key={tick}
              className={classes.tick}
              style={{ left: `${placeBar({ startMs: tick, durationMs: 0 }, totalMs).left}%` }}
            >
              {describeMs(tick)}
            </span>
          ))}
        </span>
        <span />
      </div>
      <ol className={classes.waterfall} aria-label={label}>
        {spans.map((span) => {
          const { durationMs } = span
          return (
            <li key={span.id}>
              <UnstyledButton
                className={classes.row}
                aria-pressed={span.id === selected}
                onClick={() => onSelect(span.id)}
              >
                <span className={classes.label} style={{ paddingLeft: span.depth * 12 }}>
                  {span.mark}
                  <span title={span.label}>{span.label}</span>
                </span>
                <span className={classes.track}>
                  {durationMs !== null && <Bar span={{ ...span, durationMs }} totalMs={totalMs} />}
                </span>
                <span className={classes.duration}>{durationMs !== null && describeMs(durationMs)}</span>
              </UnstyledButton>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function Bar({
  span: { color, ...span },
  totalMs,
}: {
  span: Pick<WaterfallSpan, 'color' | 'startMs'> & { durationMs: number }
  totalMs: number
}) {
  const { left, width } = placeBar(span, totalMs)
  return (
    <span
      className={classes.bar}
      style={{
        left: `${left}%`,
        width: `${width}%`,
        background: `var(--mantine-color-${color}-filled)`,
      }}
    />
  )
}

import { sparklinePath } from './sparkline-path.ts'

interface SparklineProps {
  values: readonly number[]
  /** What it shows, for whoever does not see it; without, it is decoration. */
  label?: string
  color?: string
  width?: number
  height?: number
}

/** A line as small as a word; draws nothing under two values. */
export function Sparkline({ values, label, color = 'teal', width = 72, height = 20 }: SparklineProps) {
  const path = sparklinePath(values, { width: width - 2, height: height - 2 })
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named where it says something, hidden where it decorates.
    <svg
      width={width}
      height={height}
      style={{ verticalAlign: 'middle' }}
      viewBox={`-1 -1 ${width} ${height}`}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path
        d={path}
        fill="none"
        stroke={`var(--mantine-color-${color}-filled)`}
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

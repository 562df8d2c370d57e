export interface Box {
  width: number
  height: number
}

/** The line through the values, from edge to edge of the box; a flat one runs through its middle. Empty under two values. */
export function sparklinePath(values: readonly number[], { width, height }: Box): string {
  if (values.length < 2) return ''
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const yOf = (value: number) =>
    high === low ? height / 2 : height - ((value - low) / (high - low)) * height
  const step = width / (values.length - 1)
  return values.map((value, at) => `${at === 0 ? 'M' : 'L'}${round(at * step)} ${round(yOf(value))}`).join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

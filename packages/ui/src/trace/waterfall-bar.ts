/** Where a bar stands in its row, in percent of the whole. */
export interface Bar {
  left: number
  width: number
}

/** What lasted no time that could be seen still shows that it was. */
const LEAST_WIDTH = 0.5

export function placeBar(span: { startMs: number; durationMs: number }, totalMs: number): Bar {
  if (totalMs <= 0) return { left: 0, width: 100 }
  const left = clamp((span.startMs / totalMs) * 100, 0, 100 - LEAST_WIDTH)
  return { left, width: clamp((span.durationMs / totalMs) * 100, LEAST_WIDTH, 100 - left) }
}

/** Round marks of time for an axis: at most `most`, the first at 0. In milliseconds. */
export function listTicks(totalMs: number, most = 5): number[] {
  if (totalMs <= 0) return [0]
  const rough = totalMs / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  return Array.from({ length: Math.floor(totalMs / step) + 1 }, (_, index) =>
    Number((index * step).toPrecision(6)),
  )
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** As rows say of which item of the regions around a node they are; empty: of none. */
export function writeIteracion(iteracion: readonly number[] | null): string {
  return iteracion?.join() ?? ''
}

export function readIteracion(text: string): number[] | null {
  return text === '' ? null : text.split(',').map(Number)
}

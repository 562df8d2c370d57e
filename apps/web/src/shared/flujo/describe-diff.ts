import { type diffFlujos, isSame, type NodoDiff } from './diff-flujos.ts'

/** What changed between two versions of a flujo, in one line. */
export function describeDiff(diff: ReturnType<typeof diffFlujos>): string {
  const { nodos, conexiones, compensacion, movidos, anotaciones } = diff
  const words = isSame(diff) ? ['Hacen lo mismo.'] : [countChanges(nodos), countConexiones(conexiones.length)]
  if (compensacion) words.push('Cambia cuándo se deshace lo hecho.')
  if (movidos.length > 0) words.push(describeMoved(movidos.length))
  if (anotaciones > 0) words.push(describeAnotaciones(anotaciones))
  return words.filter((each) => each !== '').join(' ')
}

function countConexiones(count: number): string {
  if (count === 0) return ''
  return count === 1 ? 'Cambia una conexión.' : `Cambian ${count} conexiones.`
}

function countChanges(nodos: readonly NodoDiff[]): string {
  return (['nuevo', 'quitado', 'cambiado'] as const)
    .map((cambio) => [cambio, nodos.filter((nodo) => nodo.cambio === cambio).length] as const)
    .filter(([, count]) => count > 0)
    .map(([cambio, count]) => `${count} ${count === 1 ? `nodo ${cambio}` : `nodos ${cambio}s`}`)
    .join(', ')
    .replace(/(.)$/, '$1.')
}

function describeMoved(count: number): string {
  return count === 1 ? 'Un nodo solo cambió de sitio.' : `${count} nodos solo cambiaron de sitio.`
}

function describeAnotaciones(count: number): string {
  return count === 1
    ? 'Cambió un grupo o una nota del dibujo.'
    : `Cambiaron ${count} grupos o notas del dibujo.`
}

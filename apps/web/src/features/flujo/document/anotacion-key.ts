import type { Flujo, Grupo, Nota } from '@div/contract'

/** What a drawing has beside nodes and connections. */
export type Anotaciones = Pick<Flujo, 'grupos' | 'notas'>
export type ListaDeAnotaciones = 'grupos' | 'notas'

/** A frame or a note among all that is drawn: no nodo has such an id. */
export function keyOf(lista: ListaDeAnotaciones, id: string): string {
  return `${lista}:${id}`
}

/** Whether it is the key of a frame or a note, and not the id of a nodo. */
export function isKey(idOrKey: string): boolean {
  return idOrKey.includes(':')
}

export type Anotacion = { lista: 'grupos'; item: Grupo } | { lista: 'notas'; item: Nota }

/** All frames, then all notes, with their keys. */
export function anotacionesOf({
  grupos = [],
  notas = [],
}: Anotaciones): readonly (readonly [string, Anotacion])[] {
  return [
    ...grupos.map((item) => [keyOf('grupos', item.id), { lista: 'grupos', item } as const] as const),
    ...notas.map((item) => [keyOf('notas', item.id), { lista: 'notas', item } as const] as const),
  ]
}

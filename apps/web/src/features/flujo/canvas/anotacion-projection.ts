import type { ColorAnotacion, Flujo } from '@div/contract'
import type { Node } from '@xyflow/react'
import { type Anotacion, anotacionesOf } from '../document/anotacion-key.ts'
import type { Posicion } from '../document/flujo-command.ts'
import { DrawnList } from './drawn-list.ts'
import type { Places, ToDraw } from './nodo-projection.ts'

export type DrawnGrupo = Node<{ nombre: string; color: ColorAnotacion }, 'grupo'>
export type DrawnNota = Node<{ texto: string; color: ColorAnotacion }, 'nota'>
export type DrawnAnotacion = DrawnGrupo | DrawnNota

/** A frame or a note while its corner is dragged. */
export interface Resized {
  key: string
  ancho: number
  alto: number
}

interface Cause {
  key: string
  of: Anotacion['item']
  place: Posicion | undefined
  ancho: number
  alto: number
  isSelected: boolean
}

/** Frames and notes as the canvas draws them; like its nodes, what looks as before is the same object as before. */
export class AnotacionProjection {
  readonly #list = new DrawnList<Cause, DrawnAnotacion>(drawAnotacion)

  anotaciones(
    { flujo, selection }: Pick<ToDraw, 'flujo' | 'selection'>,
    { dragged, resized }: { dragged: Places | null; resized: Resized | null },
  ): readonly DrawnAnotacion[] {
    return this.#list.draw(
      listed(flujo).map(([key, { item }]) => {
        const { ancho, alto } = resized?.key === key ? resized : item.tamano
        const isSelected = selection.anotaciones.has(key)
        return { key, of: item, place: dragged?.get(key), ancho, alto, isSelected }
      }),
      ({ key }) => key,
    )
  }
}

/** The larger first: of two frames the smaller lies on top. */
function listed(flujo: Flujo): ReturnType<typeof anotacionesOf> {
  const area = ({ tamano }: Anotacion['item']) => tamano.ancho * tamano.alto
  return anotacionesOf(flujo).toSorted(([, left], [, right]) => area(right.item) - area(left.item))
}

function drawAnotacion(cause: Cause): DrawnAnotacion {
  const { key, of, place, ancho, alto, isSelected } = cause
  const size = { width: ancho, height: alto }
  const drawn = {
    id: key,
    position: place ?? of.posicion,
    selected: isSelected,
    dragging: place !== undefined,
    connectable: false,
    ...size,
    measured: size,
  }
  if ('texto' in of) {
    const ariaLabel = `Nota: ${of.texto === '' ? 'vacía' : of.texto}`
    return { ...drawn, type: 'nota', zIndex: -1, ariaLabel, data: { texto: of.texto, color: of.color } }
  }
  return {
    ...drawn,
    type: 'grupo',
    zIndex: -2,
    ariaLabel: `Grupo: ${of.nombre}`,
    data: { nombre: of.nombre, color: of.color },
    // Only its name is taken hold of: within it one draws as anywhere.
    style: { pointerEvents: 'none' },
  }
}

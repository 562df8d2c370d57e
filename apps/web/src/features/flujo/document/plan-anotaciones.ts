import type { ColorAnotacion, Flujo, Grupo, Nota } from '@div/contract'
import { anotacionesOf, keyOf } from './anotacion-key.ts'
import type { Posicion } from './flujo-command.ts'
import { rectOfAnotacion } from './grupo-members.ts'
import { rectOf } from './nodo-geometry.ts'
import { type ChangePlan, freeId, planAnnotate } from './plan-change.ts'
import { boundsOf, clearBelow, type Margins, type Rect } from './rect.ts'

/** Above stands the frame's name. */
export const FRAME_MARGINS: Margins = { arriba: 48, alrededor: 24 }
/** Of a frame until a person names it. */
export const NEW_NOMBRE = 'Grupo'
const NEW_GRUPO = { ancho: 480, alto: 240 }
const NEW_NOTA = { ancho: 240, alto: 120 }
const COLOR_GRUPO: ColorAnotacion = 'azul'
const COLOR_NOTA: ColorAnotacion = 'amarillo'

/** A frame around the chosen nodes, or an empty one about a place. */
export function planAddGrupo(
  flujo: Flujo,
  { around, at }: { around: ReadonlySet<string>; at: Posicion },
): { key: string; plan: ChangePlan } {
  const { grupos = [], notas } = flujo
  const chosen = flujo.nodos.filter(({ id }) => around.has(id)).map((nodo) => rectOf(nodo))
  const rect = boundsOf(chosen, FRAME_MARGINS) ?? centred(at, NEW_GRUPO)
  const grupo: Grupo = {
    id: freeId('g', grupos),
    nombre: NEW_NOMBRE,
    color: COLOR_GRUPO,
    ...placeOf(rect),
  }
  return {
    key: keyOf('grupos', grupo.id),
    plan: planAnnotate(flujo, { grupos: [...grupos, grupo], notas }),
  }
}

/** An empty note about a place, below whatever stands there. */
export function planAddNota(flujo: Flujo, at: Posicion): { key: string; plan: ChangePlan } {
  const { grupos, notas = [] } = flujo
  const nota: Nota = {
    id: freeId('t', notas),
    texto: '',
    color: COLOR_NOTA,
    ...placeOf(
      clearBelow(centred(at, NEW_NOTA), [
        ...flujo.nodos.map((nodo) => rectOf(nodo)),
        ...notas.map(rectOfAnotacion),
      ]),
    ),
  }
  return { key: keyOf('notas', nota.id), plan: planAnnotate(flujo, { grupos, notas: [...notas, nota] }) }
}

/** Fields of a frame or a note become others. */
export function planChangeAnotacion(
  flujo: Flujo,
  key: string,
  fields: Partial<Omit<Grupo, 'id'>> & Partial<Omit<Nota, 'id'>>,
): ChangePlan {
  const { nombre, texto, ...both } = fields
  const grupos = flujo.grupos?.map((each) =>
    keyOf('grupos', each.id) === key ? { ...each, ...both, ...(nombre !== undefined && { nombre }) } : each,
  )
  const notas = flujo.notas?.map((each) =>
    keyOf('notas', each.id) === key ? { ...each, ...both, ...(texto !== undefined && { texto }) } : each,
  )
  const isThere = anotacionesOf(flujo).some(([each]) => each === key)
  return isThere ? planAnnotate(flujo, { grupos, notas }) : null
}

/** As a frame or a note stores it. */
export function placeOf({ x, y, ancho, alto }: Rect): Pick<Grupo, 'posicion' | 'tamano'> {
  return {
    posicion: { x: Math.round(x), y: Math.round(y) },
    tamano: { ancho: Math.round(ancho), alto: Math.round(alto) },
  }
}

function centred({ x, y }: Posicion, { ancho, alto }: { ancho: number; alto: number }): Rect {
  return { x: x - ancho / 2, y: y - alto / 2, ancho, alto }
}

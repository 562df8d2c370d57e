import type { ColumnaDeObjeto, DetalleDeObjeto, Flujo, Nodo, Parametro } from '@div/contract'
import { joinRuta } from '../datos/ruta-text.ts'
import { applyCommand } from '../document/flujo-command.ts'
import { handlesOf, NORMAL } from '../document/nodo-handles.ts'
import { type ChangePlan, planAll, planChangeNodo } from '../document/plan-change.ts'
import { type AddPlace, type AddWhat, planAdd } from './add-nodo.ts'

/** A row of a table by its key: what a look-up is drawn of. */
export interface Busqueda {
  /** The node that reads the table. */
  what: AddWhat
  clave: ColumnaDeObjeto
  columnas: readonly ColumnaDeObjeto[]
}

/** What is named otherwise would have to be renamed for the answer, which is not decided here. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/
/** More fields than anybody would look through are answered as they are. */
const CAMPOS = 40
const SI = 'si'

/** The column that tells the rows apart; undefined where that takes several, or where a call could not ask for it by its name. */
export function claveOf({ tipoObjeto, columnas }: Pick<DetalleDeObjeto, 'tipoObjeto' | 'columnas'>) {
  const claves = columnas.filter(({ clave }) => clave === true)
  const [only, ...others] = claves
  if (tipoObjeto !== 'tabla' || only === undefined || others.length > 0) return undefined
  return PLAIN.test(only.nombre) ? only : undefined
}

/** The key is asked for in the entrada; within a region it would be the same for every element. */
export function mayBuscar({ nodos }: Pick<Flujo, 'nodos'>): boolean {
  return nodos.some(({ tipo }) => tipo === 'entrada') && nodos.every(({ tipo }) => tipo !== 'splitter-split')
}

/**
 * Reads a row by the key that the entrada asks for, and answers with it, or with 404 where there is none: as one step what would be drawn
 * node by node. A salida that follows already and says nothing yet gets the row; one that says something stays as it is.
 */
export function planBusqueda(
  flujo: Flujo,
  { what, clave, columnas }: Busqueda,
  place: AddPlace,
  taken?: ReadonlySet<string>,
): { id: string; plan: ChangePlan } | null {
  const plans: ChangePlan[] = []
  let drawn = flujo
  const carry = (plan: ChangePlan) => {
    plans.push(plan)
    if (plan !== null) drawn = applyCommand(drawn, plan)
  }
  const add = (each: AddWhat, where: AddPlace) => {
    const added = planAdd(drawn, each, where, taken)
    if (added !== null) carry(added.plan)
    return added?.id
  }

  const entrada = flujo.nodos.find(({ tipo }) => tipo === 'entrada')
  if (entrada === undefined) return null
  carry(planAsk(drawn, entrada, clave))
  const id = add({ ...what, fields: { ...what.fields, ...askFor(what, { entrada, clave }) } }, place)
  if (id === undefined) return null
  const condicion = add({ tipo: 'condicion', fields: exists(id) }, placeAfterOf(drawn, id))
  if (condicion === undefined) return null
  const found = drawn.conexiones.find(({ origen, salida }) => origen === condicion && salida === SI)?.destino
  const fields = answerOf(id, columnas)
  if (found === undefined) add({ tipo: 'salida', fields }, { after: { origen: condicion, salida: SI } })
  else carry(planFill(drawn, found, fields))
  add({ tipo: 'salida', fields: MISSING }, { after: { origen: condicion, salida: 'otro' } })
  return { id, plan: planAll(plans) }
}

/** Where it leads on already, between; else behind it. */
function placeAfterOf({ nodos, conexiones }: Flujo, id: string): AddPlace {
  const line = conexiones.find(({ origen }) => origen === id)
  if (line) return { conexion: line.id }
  const nodo = nodos.find((each) => each.id === id)
  return { after: { origen: id, salida: nodo ? (handlesOf(nodo)[0] ?? NORMAL) : NORMAL } }
}

function planAsk(flujo: Flujo, { id, parametros }: Nodo, { nombre, tipo }: ColumnaDeObjeto): ChangePlan {
  if (parametros.some((each) => each.nombre === nombre)) return null
  const asked: Parametro = { nombre, tipo, requerido: true, orden: parametros.length + 1 }
  return planChangeNodo(flujo, id, { parametros: [...parametros, asked] })
}

function askFor(
  { fields }: AddWhat,
  { entrada, clave: { nombre } }: { entrada: Nodo; clave: ColumnaDeObjeto },
): Partial<Nodo> {
  const objeto: unknown = fields?.objeto
  return {
    objeto: { ...(typeof objeto === 'object' && objeto), filtro: [{ columna: nombre, operador: '=' }] },
    parametros: [{ nombre, valorAsignado: { nodo: entrada.id, ruta: nombre }, orden: 1 }],
  }
}

function exists(id: string): Partial<Nodo> {
  const total = { izquierda: { valorAsignado: { nodo: id, ruta: 'total' } }, operador: 'mayor' }
  return { nombre: '¿Existe?', casos: [{ nombre: SI, regla: { y: [{ ...total, derecha: { valor: 0 } }] } }] }
}

const MISSING: Partial<Nodo> = {
  nombre: 'No existe',
  estadoHttp: 404,
  parametros: [{ nombre: 'mensaje', tipo: 'texto', valor: 'No existe', orden: 1 }],
}

/** A field for each column; the row as it is, where there are too many or one of them could not be a field. */
function answerOf(id: string, columnas: readonly ColumnaDeObjeto[]): Partial<Nodo> {
  const fits = columnas.length <= CAMPOS && columnas.every(({ nombre }) => PLAIN.test(nombre))
  const whole: Parametro = { nombre: 'cuerpo', valorAsignado: { nodo: id, ruta: 'filas[0]' }, orden: 1 }
  const each = columnas.map(({ nombre, tipo }, at) => ({
    nombre,
    tipo,
    valorAsignado: { nodo: id, ruta: joinRuta('filas[0]', nombre) },
    orden: at + 1,
  }))
  return { estadoHttp: 200, parametros: fits ? each : [whole] }
}

function planFill(flujo: Flujo, id: string, fields: Partial<Nodo>): ChangePlan {
  const nodo = flujo.nodos.find((each) => each.id === id)
  const isEmpty = nodo?.tipo === 'salida' && nodo.parametros.length === 0
  return isEmpty ? planChangeNodo(flujo, id, { parametros: fields.parametros ?? [] }) : null
}

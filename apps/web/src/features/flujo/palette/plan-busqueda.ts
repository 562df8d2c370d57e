import type { ColumnaDeObjeto, DetalleDeObjeto, Flujo, Nodo, Parametro, Referencia } from '@div/contract'
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
  const dato = nameDato(flujo, { entrada, what, clave })
  carry(planAsk(drawn, entrada, { nombre: dato, tipo: clave.tipo }))
  const valorAsignado = { nodo: entrada.id, ruta: dato }
  const id = add({ ...what, fields: { ...what.fields, ...askFor(what, { clave, valorAsignado }) } }, place)
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

/** What the entrada calls the key: as its column, unless the row of another table is read by a datum of that name. */
function nameDato(
  { nodos }: Flujo,
  { entrada, what: { fields }, clave }: { entrada: Nodo; what: AddWhat; clave: ColumnaDeObjeto },
): string {
  const isOfAnother = (dato: string) =>
    nodos.some((nodo) => asksBy(nodo, { nodo: entrada.id, ruta: dato }) && !isOfSameTable(nodo, fields ?? {}))
  const long = `${tableOf(fields ?? {}).tabla}_${clave.nombre}`
  let dato = clave.nombre
  if (isOfAnother(dato) && PLAIN.test(long)) dato = long
  for (let number = 2; isOfAnother(dato); number++) dato = `${clave.nombre}_${number}`
  return dato
}

/** Whether a table is asked by what stands there. */
function asksBy(nodo: Nodo, { nodo: origen, ruta }: Referencia): boolean {
  return (
    nodo.tipoObjeto === 'tabla' &&
    nodo.parametros.some(({ valorAsignado }) => valorAsignado?.nodo === origen && valorAsignado.ruta === ruta)
  )
}

function isOfSameTable(left: Partial<Nodo>, right: Partial<Nodo>): boolean {
  const [one, other] = [tableOf(left), tableOf(right)]
  return one.servidorId === other.servidorId && one.esquema === other.esquema && one.tabla === other.tabla
}

function tableOf({ servidorId, objeto }: Partial<Nodo>) {
  const { esquema, tabla } = { ...(typeof objeto === 'object' && objeto) } as Record<string, unknown>
  return { servidorId, esquema, tabla }
}

function planAsk(
  flujo: Flujo,
  { id, parametros }: Nodo,
  { nombre, tipo }: Pick<ColumnaDeObjeto, 'nombre' | 'tipo'>,
): ChangePlan {
  if (parametros.some((each) => each.nombre === nombre)) return null
  const asked: Parametro = { nombre, tipo, requerido: true, orden: parametros.length + 1 }
  return planChangeNodo(flujo, id, { parametros: [...parametros, asked] })
}

function askFor(
  { fields }: AddWhat,
  { clave: { nombre }, valorAsignado }: { clave: ColumnaDeObjeto; valorAsignado: Referencia },
): Partial<Nodo> {
  const objeto: unknown = fields?.objeto
  return {
    objeto: { ...(typeof objeto === 'object' && objeto), filtro: [{ columna: nombre, operador: '=' }] },
    parametros: [{ nombre, valorAsignado, orden: 1 }],
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

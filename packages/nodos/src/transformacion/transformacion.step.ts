import { LimiteSuperado } from '@div/contract'
import { defineStep, Frame, type Read, type Scope } from '@div/engine'
import { compilePaso } from './compile-paso.ts'
import { waitsForLibro } from './convertir.ts'
import { transformacion } from './transformacion.ts'

/**
 * Without a list the fields are the output. With one the steps work on it in turn; what they leave is `{ elementos, total }` when it is a
 * list, each item mapped through the fields if there are any, and `{ valor }` when it is not.
 */
export const compileTransformacion = defineStep(transformacion, ({ lista, pasos }, scope) => {
  const { parametros } = scope.nodo
  if (lista === undefined) {
    if (pasos.length > 0) scope.finding('lista', 'Los pasos necesitan saber sobre qué lista trabajan.')
    const { read: compute, waits, readAll } = scope.readParametros(parametros, 'parametros')
    return { clase: 'valor', compute, waits, ...(readAll && { computeAll: readAll }) }
  }
  const { read } = scope.readReferencia(lista, 'lista')
  const steps = pasos.map((paso, index) => compilePaso(paso, `pasos[${index}]`, scope))
  const { finish, waits } = compileFinish(scope)
  if (pasos.some(waitsForLibro))
    return {
      clase: 'valor',
      waits: true,
      async compute(frame) {
        let value: unknown = read(frame)
        for (const step of steps) value = await step(value, frame)
        return finish(value, frame)
      },
    }
  return {
    clase: 'valor',
    waits,
    compute: (frame) =>
      finish(
        steps.reduce((value, step) => step(value, frame), read(frame)),
        frame,
      ),
  }
})

type Finish = (value: unknown, frame: Frame) => unknown

function compileFinish(scope: Scope): { finish: Finish; waits: boolean } {
  const { parametros } = scope.nodo
  const { elementos: maximo } = scope.limits
  if (parametros.length === 0) {
    const finish: Finish = (value) =>
      Array.isArray(value) ? { elementos: value, total: value.length } : { valor: value }
    return { finish, waits: false }
  }
  const { read, waits } = scope.forItems().readParametros(parametros, 'parametros')
  const finish: Finish = (value, frame) => {
    if (!Array.isArray(value)) return readItem(read, value, 0, Frame.forItems(frame))
    if (value.length > maximo) throw new LimiteSuperado({ limite: 'elementos', maximo })
    return waits ? mapLater(read, value, frame) : mapNow(read, value, frame)
  }
  return { finish, waits }
}

function mapNow(read: Read, items: readonly unknown[], frame: Frame): unknown {
  const item = Frame.forItems(frame)
  const elementos = items.map((value, index) => readItem(read, value, index, item))
  return { elementos, total: elementos.length }
}

async function mapLater(read: Read, items: readonly unknown[], frame: Frame): Promise<unknown> {
  const item = Frame.forItems(frame)
  const elementos: unknown[] = []
  for (const [index, value] of items.entries()) elementos.push(await readItem(read, value, index, item))
  return { elementos, total: elementos.length }
}

function readItem(read: Read, value: unknown, index: number, item: Frame): unknown {
  item.elemento = value
  item.indice = index
  return read(item)
}

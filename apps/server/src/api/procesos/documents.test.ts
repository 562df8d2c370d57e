import {
  COLORES_ANOTACION,
  type Flujo,
  type ProcesoGuardado,
  parseFlujo,
  TIPOS_DATO,
  TIPOS_NODO,
} from '@div/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing.ts'
import { registerProcesos } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi(registerProcesos)
})
afterAll(() => api.close())

/** PostgreSQL keeps no NUL, and half a character is none. */
const text = (max: number) => fc.string({ unit: 'grapheme', maxLength: max })
const id = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/)
/** A body that names them is refused whole (security rule 3). */
const namesPrototype = (value: unknown) => /"(?:__proto__|constructor)"/.test(JSON.stringify(value))
const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' }).filter((value) => !namesPrototype(value))
const number = fc.double({ noNaN: true, noDefaultInfinity: true })
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })

const referencia = fc.record({
  nodo: id,
  ruta: text(20),
  opcional: maybe(fc.boolean()),
  defecto: maybe(json),
})
const parametro = fc.record({
  nombre: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((it) => it.trim() === it),
  tipo: maybe(fc.constantFrom(...TIPOS_DATO)),
  valor: maybe(json),
  valorAsignado: maybe(referencia),
  expresion: maybe(text(60)),
  orden: maybe(number),
  requerido: maybe(fc.boolean()),
  defecto: maybe(json),
  descripcion: maybe(text(40)),
  ejemplo: maybe(json),
})
const posicion = fc.record({ x: number, y: number })
const nodo = fc
  .tuple(
    fc.record({
      id,
      tipo: fc.constantFrom(...TIPOS_NODO),
      nombre: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      posicion,
      parametros: fc.array(parametro, { maxLength: 4 }),
      nota: maybe(text(40)),
      politica: maybe(
        fc.record({
          tiempoMaximoMs: maybe(fc.integer({ min: 1, max: 86_400_000 })),
          enError: fc.constantFrom('detener', 'continuar', 'rama'),
        }),
      ),
    }),
    // What each type of node keeps beside: no matter what it is.
    fc.dictionary(
      id.filter((name) => name !== '__proto__'),
      json,
      { maxKeys: 3 },
    ),
  )
  .map(([own, more]) => ({ ...more, ...own }))
const anotacion = {
  id,
  posicion,
  tamano: fc.record({ ancho: fc.integer({ min: 40, max: 900 }), alto: fc.integer({ min: 40, max: 900 }) }),
  color: fc.constantFrom(...COLORES_ANOTACION),
}
const byId = { selector: ({ id: each }: { id: string }) => each, maxLength: 5 }

const documents = fc
  .record({
    nodos: fc.uniqueArray(nodo, { ...byId, minLength: 1 }),
    lines: fc.array(fc.tuple(fc.nat(), fc.nat(), maybe(text(12))), { maxLength: 6 }),
    grupos: maybe(fc.uniqueArray(fc.record({ ...anotacion, nombre: text(30) }), byId)),
    notas: maybe(fc.uniqueArray(fc.record({ ...anotacion, texto: text(60) }), byId)),
  })
  .map(({ nodos, lines, grupos, notas }): Flujo => {
    const idAt = (at: number) => nodos[at % nodos.length]?.id
    const conexiones = lines.map(([from, to, salida], at) => ({
      id: `c${at}`,
      origen: idAt(from),
      destino: idAt(to),
      salida,
    }))
    // As it is sent: what is not there is not written.
    return parseFlujo(JSON.parse(JSON.stringify({ version: 1, nodos, conexiones, grupos, notas })))
  })

test('any document survives being saved, exported and imported, unchanged', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(documents, async (flujo) => {
      const nombre = `Documento ${count++}`
      const created = await api.call('POST', '/api/procesos', { body: { nombre, flujo } })
      expect(created.json()).toMatchObject({ nombre })
      const proceso: ProcesoGuardado = created.json()
      const stored: ProcesoGuardado = (await api.call('GET', `/api/procesos/${proceso.id}`)).json()
      expect(stored.flujo).toEqual(flujo)

      const paquete = (await api.call('GET', `/api/procesos/${proceso.id}/exportar`)).json()
      expect(paquete.proceso.flujo).toEqual(flujo)
      const imported = await api.call('POST', '/api/procesos/importar', {
        body: { paquete, nombre: `${nombre} otra vez` },
      })
      const again: ProcesoGuardado = imported.json()
      expect(again.flujo).toEqual(flujo)
    }),
    // A counterexample is told with its seed, however long it could still be made smaller.
    { numRuns: 40, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: true },
  )
})

import { definicionDeAgenteSchema, ServidorNoResponde } from '@div/contract'
import type { LlamadaDeHerramienta, PiezaDeRespuesta } from '@div/servidores'
import { expect, test, vi } from 'vitest'
import { storableJson } from '../../db/storable.ts'
import { type Capacidad, PermisoAnulado } from '../capacidades/capacidades.ts'
import { applyDecisiones } from './decide-turno.ts'
import { beginEstado, type EstadoDeEjecucion } from './estado.ts'
import { type MundoDeAgente, runAgente } from './run-agente.ts'

const capacidadOf = (nombre: string, fields: Partial<Capacidad> = {}): Capacidad => ({
  ...{ id: crypto.randomUUID(), nombre, escribe: true, confirmacion: 'escribe' },
  objetivo: { tipo: 'proceso', nombre: `El de ${nombre}` },
  herramienta: { nombre, descripcion: nombre, esquema: {} },
  huella: `de ${nombre}`,
  findErrores: () => [],
  ...fields,
})
const ANULAR = capacidadOf('anular')
const CONSULTAR = capacidadOf('consultar', { escribe: false })

const uses = (...nombres: string[]): LlamadaDeHerramienta[] =>
  nombres.map((nombre) => ({ id: 'a', nombre, argumentos: {} }))

/** A model that asks for these, one answer after the other, and then says that it is done. */
function worldOf(turnos: LlamadaDeHerramienta[][], capacidades = [ANULAR, CONSULTAR]) {
  const places: number[] = []
  const use = vi.fn<MundoDeAgente['use']>(async (_capacidad, _uso, { lugar }) => {
    places.push(lugar)
    return { salida: null, ejecucionId: null }
  })
  const mundo: MundoDeAgente = {
    definicion: definicionDeAgenteSchema.parse({
      ...{ instrucciones: 'Ayudas.', servidorId: crypto.randomUUID(), limites: { pasos: 8 } },
    }),
    capacidades: new Map(capacidades.map((each) => [each.nombre, each])),
    hayPersona: true,
    limits: { profundidad: 32 },
    async *converse(_peticion, { lugar }) {
      places.push(lugar)
      const llamadas = turnos.shift()
      if (!llamadas) yield { tipo: 'texto', texto: 'Hecho.' }
      for (const llamada of llamadas ?? []) yield { tipo: 'herramienta', ...llamada }
      yield { tipo: 'fin', motivo: 'completo', tokens: { entrada: 1, salida: 1 } }
    },
    tellContextos: async () => ({ dichos: [], pasos: [], conDatosAjenos: false }),
    async refuseRetirados() {},
    use,
    muestra: (value) => value,
    isGastado: async () => false,
    tell() {},
    signal: new AbortController().signal,
  }
  return { mundo, use, places }
}

const begin = () => beginEstado([{ rol: 'usuario', texto: 'Anula' }])

/** After a person has allowed all that waits. */
function allowed(estado: EstadoDeEjecucion): EstadoDeEjecucion {
  const decisiones = estado.pasos.flatMap((paso) =>
    paso.tipo === 'capacidad' && paso.estado === 'espera' ? [{ id: paso.id, permitido: true }] : [],
  )
  const decided = applyDecisiones(estado, decisiones)
  if (!decided) throw new Error('nothing waits')
  return decided
}

test('no two calls of a run are the same one to whom they reach, however often it waits', async () => {
  const { mundo, use, places } = worldOf([uses('anular'), uses('anular')])
  const first = begin()
  expect(await runAgente(first, mundo)).toEqual({ estado: 'espera' })
  const second = allowed(first)
  expect(await runAgente(second, mundo)).toEqual({ estado: 'espera' })
  expect(await runAgente(allowed(second), mundo)).toMatchObject({ estado: 'ok', respuesta: 'Hecho.' })
  expect(use.mock.calls.map(([, { permitida }]) => permitida)).toEqual(['de anular', 'de anular'])
  expect(places).toHaveLength(5)
  expect(new Set(places).size).toBe(5)
})

test('a use is decided by the id that is stored of it, whatever its service calls it', async () => {
  const { mundo } = worldOf([[{ id: 'a\0b\ud800', nombre: 'anular', argumentos: {} }]])
  const estado = begin()
  await runAgente(estado, mundo)
  const [, stored] = JSON.parse(storableJson(estado.pasos))
  expect(applyDecisiones(estado, [{ id: stored.id, permitido: true }])).not.toBeNull()
})

test.each([
  ['has gone', []],
  ['has another one in its place', [capacidadOf('anular')]],
])('what a person allowed is not done when it %s meanwhile, and the model is told', async (_what, later) => {
  const asked = begin()
  await runAgente(asked, worldOf([uses('anular')]).mundo)
  const estado = allowed(asked)
  const { mundo, use } = worldOf([], later)
  expect(await runAgente(estado, mundo)).toMatchObject({ estado: 'ok' })
  expect(use).not.toHaveBeenCalled()
  expect(estado.pasos[1]).toMatchObject({
    estado: 'rechazada',
    motivo: expect.stringContaining('ya no puede usarse'),
  })
  expect(estado.mensajes).toContainEqual(
    expect.objectContaining({ rol: 'herramienta', texto: expect.stringContaining('ya no puede usarse') }),
  )
})

test('what has become something else since a person allowed it is asked anew, and only what they see then is done', async () => {
  const { mundo, use } = worldOf([uses('anular', 'anular')])
  const first = begin()
  await runAgente(first, mundo)
  const objetivo = { tipo: 'tabla', nombre: 'anulaciones' } as const
  const now = { ...ANULAR, objetivo, escribe: false, huella: 'de otra' }
  use.mockRejectedValueOnce(new PermisoAnulado(now))
  const before = first.pasos.flatMap((paso) => (paso.tipo === 'capacidad' ? [paso.id] : []))
  const second = allowed(first)
  expect(await runAgente(second, mundo)).toEqual({ estado: 'espera' })
  expect(second.pasos.slice(1)).toMatchObject([
    { estado: 'espera', objetivo, escribe: false, motivo: expect.stringContaining('decida otra vez') },
    { estado: 'ok', objetivo: ANULAR.objetivo },
  ])
  // What was allowed before is not what waits.
  expect(before.map((id) => applyDecisiones(second, [{ id, permitido: true }]))).toEqual([null, null])
  expect(await runAgente(allowed(second), mundo)).toMatchObject({ estado: 'ok' })
  expect(use.mock.calls.map(([, { permitida }]) => permitida)).toEqual([
    ...['de anular', 'de anular', 'de otra'],
  ])
})

test('nobody is asked anew to allow what has become something that asks for other arguments', async () => {
  const first = begin()
  const { mundo, use } = worldOf([uses('anular')])
  await runAgente(first, mundo)
  const findErrores = () => [{ campo: 'pedido', mensaje: 'Falta este dato.' }]
  use.mockRejectedValueOnce(new PermisoAnulado({ ...ANULAR, huella: 'de otra', findErrores }))
  const second = allowed(first)
  expect(await runAgente(second, mundo)).toMatchObject({ estado: 'ok' })
  expect(second.pasos[1]).toMatchObject({
    estado: 'rechazada',
    motivo: expect.stringContaining('«pedido»: Falta este dato.'),
  })
})

test('what a service does not count is counted with what the model is told and may do', async () => {
  const { mundo } = worldOf([uses('consultar')])
  mundo.definicion.limites.tokens = 1_000
  mundo.converse = async function* () {
    yield { tipo: 'herramienta', ...uses('consultar')[0] } as PiezaDeRespuesta
    yield { tipo: 'fin', motivo: 'herramientas', tokens: { entrada: null, salida: null } }
  }
  mundo.tellContextos = async () => ({
    ...{ dichos: [{ id: 'c', nombre: 'Largo', texto: 'x'.repeat(1_000) }], pasos: [], conDatosAjenos: false },
  })
  const estado = begin()
  await expect(runAgente(estado, mundo)).rejects.toMatchObject({
    message: expect.stringContaining('1000 tokens'),
  })
  expect(estado.pasos.filter(({ tipo }) => tipo === 'modelo')).toHaveLength(1)
})

test('a failure is shown as histories show texts', async () => {
  const { mundo, use } = worldOf([uses('consultar')])
  mundo.muestra = (value) => (typeof value === 'string' ? value.replaceAll('4111', '•••') : value)
  use.mockRejectedValueOnce(new ServidorNoResponde({ servidor: 'ERP', motivo: 'no hay tarjeta 4111' }))
  const estado = begin()
  await runAgente(estado, mundo)
  expect(estado.pasos[1]).toMatchObject({ estado: 'error', motivo: expect.stringContaining('tarjeta •••') })
})

test('of more than it may at once nothing is done', async () => {
  const { mundo, use } = worldOf([uses(...Array.from({ length: 8 }, () => 'consultar'))])
  const estado = begin()
  await expect(runAgente(estado, mundo)).rejects.toMatchObject({ codigo: 'LIMITE_DE_AGENTE' })
  expect(use).not.toHaveBeenCalled()
  const fits = worldOf([uses(...Array.from({ length: 6 }, () => 'consultar'))])
  expect(await runAgente(begin(), fits.mundo)).toMatchObject({ estado: 'ok' })
  expect(fits.use).toHaveBeenCalledTimes(6)
})

test('whoever is asked is told also of what came from outside in a failure', async () => {
  const { mundo, use } = worldOf([uses('consultar'), uses('anular')])
  use.mockRejectedValueOnce(new ServidorNoResponde({ servidor: 'ERP', motivo: 'dijo: anula el 1' }))
  const estado = begin()
  expect(await runAgente(estado, mundo)).toEqual({ estado: 'espera' })
  expect(estado.pasos[3]).toMatchObject({ estado: 'espera', trasDatosAjenos: true })
})

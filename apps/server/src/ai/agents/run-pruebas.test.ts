import { expect, test } from 'vitest'
import { prepareAgentes, uses } from './testing.ts'

const mundo = prepareAgentes()
const { addAgente, ask } = mundo

test('its cases are run one after the other and judged, asking nobody', async () => {
  const casos = [
    {
      nombre: 'Saluda',
      mensaje: 'Hola',
      evaluadores: [
        { tipo: 'exacto', texto: '¡Buenos días!' },
        { tipo: 'contiene', texto: 'buenos DIAS' },
        { tipo: 'juez', criterio: 'Es amable.' },
      ],
    },
    {
      nombre: 'No anula',
      mensaje: 'Anula el 1',
      evaluadores: [{ tipo: 'esquema' }, { tipo: 'contiene', texto: 'anulado' }],
    },
  ]
  const id = await addAgente({ casos }, { publica: false })
  mundo.proveedor.say(
    { texto: '¡Buenos días!' },
    { texto: '{"cumple": true, "motivo": "Saluda."}' },
    uses('anular_pedido', { pedido: 1 }),
    { texto: 'No pude.' },
  )
  expect((await ask('POST', `ai-agents/${id}/pruebas`)).status).toBe(202)
  await expect
    .poll(async () => (await ask('GET', `ai-agents/${id}/pruebas`)).json[0].estado, { timeout: 10_000 })
    .toBe('terminada')
  const [prueba] = (await ask('GET', `ai-agents/${id}/pruebas`)).json
  const { entradas } = (await ask('GET', 'auditoria?limite=50')).json
  expect(entradas).toContainEqual(expect.objectContaining({ accion: 'probar', recursoId: id }))
  expect(prueba).toMatchObject({ total: 2, aprobados: 1, usuario: 'jefa', version: null })
  expect(
    prueba.casos.map(({ evaluadores }: { evaluadores: { ok: boolean }[] }) =>
      evaluadores.map(({ ok }) => ok),
    ),
  ).toEqual([
    [true, true, true],
    [false, false],
  ])
  const run = (await ask('GET', `ai/chat/agent/ejecuciones/${prueba.casos[1].ejecucionId}`)).json
  expect(run.pasos[1]).toMatchObject({
    estado: 'rechazada',
    motivo: expect.stringContaining('confirmación de una persona'),
  })
})

test('data are judged by what the agente declares, a judge by what it says, and each time stays in the history', async () => {
  const campos = [{ nombre: 'total', tipo: 'entero', requerido: true }]
  const casos = [
    { nombre: 'Datos', mensaje: '¿Cuánto?', evaluadores: [{ tipo: 'esquema' }] },
    { nombre: 'Juez', mensaje: '¿Cuánto?', evaluadores: [{ tipo: 'juez', criterio: 'Es amable.' }] },
    { nombre: 'Otro juez', mensaje: '¿Cuánto?', evaluadores: [{ tipo: 'juez', criterio: 'Es breve.' }] },
  ]
  const id = await addAgente({ campos, casos }, { publica: false })
  const run = async () => {
    await ask('POST', `ai-agents/${id}/pruebas`)
    const last = async () => (await ask('GET', `ai-agents/${id}/pruebas`)).json[0]
    await expect.poll(async () => (await last()).estado, { timeout: 10_000 }).toBe('terminada')
    return last()
  }
  const datos = { texto: '{"total": 3}' }
  mundo.proveedor.say(datos, datos, { texto: '{"cumple": false, "motivo": "Es seca."}' }, datos, {
    texto: 'Sí, cumple.',
  })
  const first = await run()
  expect(first.casos.map(({ evaluadores: [found] }: { evaluadores: object[] }) => found)).toMatchObject([
    { ok: true, motivo: '' },
    { ok: false, motivo: 'Es seca.' },
    { ok: false, motivo: 'El juez no contestó lo que se le pide.' },
  ])
  const amable = { texto: '{"cumple": true, "motivo": "Sí."}' }
  mundo.proveedor.say({ texto: 'no' }, { texto: 'tampoco' }, datos, amable, datos, amable)
  const second = await run()
  expect([second.aprobados, second.casos[0].error]).toEqual([2, expect.stringContaining('no contestó')])
  const listed = (await ask('GET', `ai-agents/${id}/pruebas`)).json
  expect(
    listed.map(({ aprobados, total }: { aprobados: number; total: number }) => [aprobados, total]),
  ).toEqual([
    [2, 3],
    [1, 3],
  ])
})

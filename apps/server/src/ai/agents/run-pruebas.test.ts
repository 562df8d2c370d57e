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

import { describe, expect, test } from 'vitest'
import { prepareAgentes, uses } from './testing.ts'

const mundo = prepareAgentes()
const { addAgente, ask, chat, create, ids, lastTold, tokens } = mundo

describe('an agente', () => {
  test('looks up what it may see, and is told nothing of other columns', async () => {
    const agente = await addAgente()
    mundo.proveedor.say(uses('buscar_cliente', { numero: 7 }), { texto: 'Es Astrid.' })
    const { status, json } = await chat(agente, '¿Quién es el 7?')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      ...{ estado: 'ok', respuesta: 'Es Astrid.', origen: 'chat', version: 1 },
      tokens: { entrada: 22, salida: 14 },
      pasos: [
        { tipo: 'modelo' },
        {
          ...{ tipo: 'capacidad', nombre: 'buscar_cliente', estado: 'ok', trasDatosAjenos: false },
          objetivo: { tipo: 'tabla', nombre: 'clientes' },
          entrada: { numero: 7 },
          salida: { filas: [{ nombre: 'Astrid' }], total: 1 },
        },
        { tipo: 'modelo', texto: 'Es Astrid.' },
      ],
    })
    expect(lastTold().content).toContain('"datos"')
    expect(JSON.stringify(mundo.proveedor.seen)).not.toContain('90000')
    const consumos = (await ask('GET', 'ai/consumos?limite=5')).json
    expect(consumos[0].agente).toMatch(/^Ayudante/)
  })

  test('goes on with what was said before in the conversation, which belongs to one person', async () => {
    const agente = await addAgente()
    mundo.proveedor.say({ texto: 'Hola, Ana.' }, { texto: 'Te llamas Ana.' })
    const first = (await chat(agente, 'Soy Ana.')).json
    const { conversacionId } = first
    const second = await chat(agente, '¿Cómo me llamo?', 'ana', { conversacionId })
    expect(second.json.respuesta).toBe('Te llamas Ana.')
    expect(JSON.stringify(mundo.proveedor.seen.at(-1)?.body.messages)).toContain('Hola, Ana.')
    const path = `ai/chat/agent/conversaciones/${conversacionId}`
    expect((await ask('GET', path, undefined, 'ana')).json).toHaveLength(2)
    expect((await ask('GET', path, undefined, 'jefa')).json).toEqual([])
    expect((await chat(agente, 'x', 'luis', { conversacionId })).status).toBe(404)
    expect((await ask('GET', `ai/chat/agent/ejecuciones/${first.id}`, undefined, 'luis')).status).toBe(404)
    const stored = `ai/conversaciones/${conversacionId}`
    expect((await ask('DELETE', stored, undefined, 'luis')).status).toBe(404)
    expect((await ask('DELETE', stored, undefined, 'ana')).status).toBe(204)
    expect((await ask('GET', path, undefined, 'ana')).json).toEqual([])
  })

  test.each([
    ['there is no such tool', uses('borrar_todo', {}), 'rechazada', 'No hay ninguna herramienta'],
    [
      'its arguments are no JSON',
      uses('buscar_cliente', '{"numero": '),
      'rechazada',
      'no son un objeto JSON',
    ],
    [
      'its arguments are not those that are asked for',
      uses('buscar_cliente', { id: 7 }),
      'rechazada',
      '«id»: No hay ningún argumento así',
    ],
    [
      'a value is of another type',
      uses('buscar_cliente', { numero: 'siete' }),
      'rechazada',
      '«numero»: Se esperaba un número entero',
    ],
  ])('is told when %s, which counts as a step', async (_what, turno, estado, motivo) => {
    const agente = await addAgente()
    mundo.proveedor.say(turno, { texto: 'Perdón.' })
    const { json } = await chat(agente, 'Prueba')
    expect(json).toMatchObject({ estado: 'ok', respuesta: 'Perdón.' })
    expect(json.pasos[1]).toMatchObject({ estado, motivo: expect.stringContaining(motivo) })
    expect(lastTold().role).toBe('tool')
    // Of the field the model is told as data.
    expect(lastTold().content).toContain(motivo.split(': ').at(-1))
  })

  test.each([
    ['pasos', { pasos: 3 }, '3 pasos'],
    ['tokens', { tokens: 20 }, '20 tokens'],
  ])('stops at its limit of %s', async (_what, limites, limite) => {
    const agente = await addAgente({ limites })
    mundo.proveedor.say(...Array.from({ length: 9 }, () => uses('buscar_cliente', { numero: 7 })))
    const { json } = await chat(agente, 'Sigue')
    expect(json).toMatchObject({ estado: 'error', error: { codigo: 'LIMITE_DE_AGENTE' } })
    expect(json.error.mensaje).toContain(limite)
  })

  test('stops at its limits of time and cost', async () => {
    const slow = await addAgente({ limites: { tiempoMs: 1_000 } })
    mundo.proveedor.say({ texto: 'tarde', demoraMs: 5_000 })
    expect((await chat(slow, 'Hola')).json.error.mensaje).toContain('1 segundos')
    const precio = { modelo: 'chico', desde: '2020-01-01', entradaPorMillon: '1000000', salidaPorMillon: '0' }
    const { id } = (await ask('POST', 'ai/pricing', { ...precio, moneda: 'EUR' })).json
    const dear = await addAgente({ limites: { importe: '10', moneda: 'EUR' } })
    mundo.proveedor.say(uses('buscar_cliente', { numero: 7 }), { texto: 'No llega' })
    const { json } = await chat(dear, 'Hola')
    expect(json).toMatchObject({ estado: 'error', importe: '11', moneda: 'EUR' })
    expect(json.error.mensaje).toContain('10 EUR')
    await ask('DELETE', `ai/pricing/${id}`)
  })

  test('answers with the data that it declares, and is told once what is wrong with them', async () => {
    const campos = [{ nombre: 'cliente', tipo: 'texto', requerido: true }]
    const agente = await addAgente({ campos })
    mundo.proveedor.say({ texto: 'Astrid' }, { texto: '{"cliente": "Astrid"}' })
    expect((await chat(agente, '¿Quién?')).json).toMatchObject({ estado: 'ok', datos: { cliente: 'Astrid' } })
    mundo.proveedor.say({ texto: 'no' }, { texto: 'tampoco' })
    expect((await chat(agente, '¿Quién?')).json.error.codigo).toBe('RESPUESTA_DE_AGENTE')
  })

  test('says what its service says that went wrong', async () => {
    const agente = await addAgente()
    mundo.proveedor.say({ texto: 'a medias', cortarTras: 2 })
    expect((await chat(agente, 'Hola')).json).toMatchObject({
      estado: 'error',
      error: { codigo: 'SERVIDOR_NO_RESPONDE' },
    })
    expect((await chat(await addAgente({}, { publica: false }), 'Hola')).json.codigo).toBe(
      'AGENTE_NO_DISPONIBLE',
    )
  })
})

test('no more run than may, however many begin at once', async () => {
  const agente = await addAgente()
  mundo.proveedor.say(...Array.from({ length: 3 }, () => ({ texto: 'Hola.', demoraMs: 500 })))
  const answers = await Promise.all(Array.from({ length: 6 }, () => chat(agente, 'Hola')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429])
})

test('a conversation that is removed takes what goes on in it along', async () => {
  const agente = await addAgente()
  mundo.proveedor.say({ texto: 'tarde', demoraMs: 3_000 })
  const answering = chat(agente, 'Espera')
  await expect.poll(() => mundo.proveedor.seen.length).toBe(1)
  const [{ id }] = (await ask('GET', 'ai/conversaciones?clase=agente', undefined, 'ana')).json
  expect((await ask('DELETE', `ai/conversaciones/${id}`, undefined, 'ana')).status).toBe(204)
  expect((await answering).json).toMatchObject({ estado: 'detenida' })
})

test('conversations with an agente are listed apart, searched by what either side said, renamed and exported', async () => {
  const agente = await addAgente({ nombre: 'Mostrador' })
  mundo.proveedor.say({ texto: 'Astrid vive en Ávila.' })
  const { conversacionId: id } = (await chat(agente, '¿Dónde vive?')).json
  const list = async (query: string) =>
    (await ask('GET', `ai/conversaciones?${query}`, undefined, 'ana')).json
  const [found] = await list('clase=agente&q=avila')
  expect(found).toMatchObject({
    ...{ id, clase: 'agente', titulo: '¿Dónde vive?', agente: { id: agente, nombre: 'Mostrador' } },
    ...{ mensajes: 2, generando: false },
  })
  expect([await list('q=avila'), await list('clase=agente&q=teruel')]).toEqual([[], []])
  const change = {
    ...{ titulo: 'Astrid', servidorId: null, modelo: 'otro', colecciones: [], contextos: [] },
    revision: found.revision,
  }
  const rename = () => ask('PUT', `ai/conversaciones/${id}`, change, 'ana')
  // Which model answers is said in the agente.
  expect((await rename()).json).toMatchObject({ titulo: 'Astrid', modelo: '' })
  expect((await rename()).json.codigo).toBe('REVISION_OBSOLETA')
  const exporting = (formato: string) =>
    mundo.api.call('GET', `/api/ai/conversaciones/${id}/exportar?formato=${formato}`, {
      token: mundo.tokens.ana,
    })
  expect((await exporting('markdown')).body).toMatch(
    /^# Astrid\n\n## Usted · .* UTC\n\n¿Dónde vive\?\n\n## Mostrador · .* UTC\n\nAstrid vive en Ávila\.\n$/,
  )
  expect((await exporting('json')).json().ejecuciones).toHaveLength(1)
})

test('what was said until somebody stopped it stays, with what it took', async () => {
  const agente = await addAgente()
  mundo.proveedor.say({ texto: 'uno dos tres cuatro cinco seis', pausaMs: 300 })
  const answering = chat(agente, 'Cuenta')
  await expect.poll(() => mundo.proveedor.seen.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 700))
  const { db } = mundo.api.deps
  const { id } = await db
    .selectFrom('aiAgenteEjecuciones')
    .select('id')
    .where('estado', '=', 'ejecutando')
    .executeTakeFirstOrThrow()
  await ask('POST', `ai/chat/agent/ejecuciones/${id}/detener`, undefined, 'ana')
  const { json } = await answering
  expect(json).toMatchObject({ estado: 'detenida', tokensEstimados: true })
  const [paso] = json.pasos
  expect(paso).toMatchObject({ tipo: 'modelo', texto: expect.stringMatching(/^uno/), estimado: true })
  expect([json.tokens, json.tokens.entrada > 0, json.tokens.salida > 0]).toEqual([paso.tokens, true, true])
})

test('a proceso has an agente answer, which costs what the proceso costs', async () => {
  await addAgente({ nombre: 'Recepción' })
  const flujo = {
    version: 1,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros: [{ nombre: 'pregunta', requerido: true }] },
      {
        ...{ id: 'n2', tipo: 'proceso', nombre: 'Agente', servidorId: ids.interno, tipoServidor: 'interno' },
        ...{ tipoObjeto: 'agente', objeto: { agente: 'Recepción', mensaje: '{pregunta}' } },
        parametros: [{ nombre: 'pregunta', valorAsignado: { nodo: 'n1', ruta: 'pregunta' } }],
      },
      {
        ...{ id: 'n3', tipo: 'salida', nombre: 'Salida' },
        parametros: [{ nombre: 'dijo', valorAsignado: { nodo: 'n2', ruta: 'respuesta' } }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  }
  const proceso = await create('procesos', { nombre: 'Recibir', flujo })
  mundo.proveedor.say(uses('anular_pedido', { pedido: 1 }), { texto: 'No puedo.' })
  const { json } = await ask('POST', `procesos/${proceso}/ejecutar`, { entrada: { pregunta: 'Anula el 1' } })
  expect(json).toMatchObject({ estado: 'ok', salida: { dijo: 'No puedo.' } })
  expect(lastTold().content).toContain('pide la confirmación de una persona')
  const [consumo] = (await ask('GET', 'ai/consumos?limite=1')).json
  expect(consumo).toMatchObject({ agente: 'Recepción', proceso: 'Recibir', usuario: 'jefa' })
})

test('what happens is told as it happens, at both addresses', async () => {
  const agente = await addAgente()
  for (const url of ['/api/ai/chat/agent', '/ai/chat/agent']) {
    mundo.proveedor.say({ texto: 'Voy.', ...uses('buscar_cliente', { numero: 7 }) }, { texto: 'Es Astrid.' })
    const answer = await mundo.api.call('POST', url, {
      token: tokens.ana,
      headers: { accept: 'text/event-stream' },
      body: { agenteId: agente, mensaje: '¿Quién es el 7?' },
    })
    expect(answer.headers['content-type']).toContain('text/event-stream')
    const eventos = answer.body
      .trim()
      .split('\n\n')
      .map((each) => JSON.parse(each.split('\ndata: ')[1] ?? ''))
    const tipos = eventos.map(({ tipo }: { tipo: string }) => tipo)
    expect([tipos[0], tipos.at(-1)]).toEqual(['inicio', 'fin'])
    expect(tipos.filter((tipo: string) => tipo === 'paso').length).toBeGreaterThanOrEqual(4)
    expect(eventos.at(-1).ejecucion).toMatchObject({ estado: 'ok', respuesta: 'Es Astrid.' })
  }
})

test('versions never change: the published one answers until the next, and an older one can be again', async () => {
  const id = await addAgente({ instrucciones: 'Primera.' })
  const draft = (await ask('GET', `ai-agents/${id}`)).json
  expect((await ask('POST', `ai-agents/${id}/publicar`, {})).json).toEqual({ version: 1, sinCambios: true })
  await ask('PUT', `ai-agents/${id}`, { ...draft, instrucciones: 'Segunda.' })
  await chat(id, 'Hola')
  expect(JSON.stringify(mundo.proveedor.seen[0]?.body)).toContain('Primera.')
  expect((await ask('GET', 'ai-agents')).json.find((each: { id: string }) => each.id === id)).toMatchObject({
    ...{ versionPublicada: 1, conCambios: true, servidor: 'Modelos', capacidades: 2 },
  })
  expect((await ask('POST', `ai-agents/${id}/publicar`, {})).json).toEqual({ version: 2, sinCambios: false })
  expect((await ask('POST', `ai-agents/${id}/versiones/1/publicar`)).json.version).toBe(1)
  expect((await ask('POST', `ai-agents/${id}/versiones/1/restaurar`)).json.instrucciones).toBe('Primera.')
  expect(
    (await ask('GET', `ai-agents/${id}/versiones`)).json.map((each: { version: number }) => each.version),
  ).toEqual([2, 1])
  expect((await ask('GET', `ai-agents/${id}/versiones/9`)).status).toBe(404)
})

test('what it names must be there, and says who uses it', async () => {
  const body = { nombre: 'Roto', instrucciones: 'x', servidorId: ids.tabla, capacidades: [ids.tabla] }
  const { status, json } = await ask('POST', 'ai-agents', body)
  expect([status, json.errores.map((each: { campo: string }) => each.campo)]).toEqual([
    422,
    ['servidorId', 'capacidades[0]'],
  ])
  const id = await addAgente({ nombre: 'Usa cosas' })
  for (const path of [`servidores/${ids.servidor}`, `ai-capabilities/${ids.buscar}`]) {
    expect((await ask('GET', `${path}/usos`)).json).toContainEqual({
      recurso: 'ai-agents',
      id,
      nombre: 'Usa cosas',
    })
    expect((await ask('DELETE', path)).status).toBe(409)
  }
  expect((await ask('PUT', `ai-agents/${id}`, { nombre: 'y', revision: 1 }, 'ana')).status).toBe(403)
})

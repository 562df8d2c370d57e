import { readFileSync } from 'node:fs'
import { CLAVE, type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

const GUIA = new URL(
  '../../../../web/src/features/documentacion/paginas/inteligencia-artificial.md',
  import.meta.url,
)
const FACTURA = 'Factura A-7 del 3 de mayo de 2026. Total: 12,50 euros.'

let api: WholeApi
let proveedor: ProveedorDePrueba
let token: string
beforeAll(async () => {
  ;[api, proveedor] = await Promise.all([startWholeApi(), startProveedor()])
  await api.addUsuario('autora', 'admin')
  token = (await api.signIn('autora')).token
})
afterAll(async () => {
  await api?.close()
  await proveedor?.close()
})

async function ask(method: string, url: string, body?: object) {
  const answer = await api.call(method, `/api/${url}`, { token, ...(body && { body }) })
  return { status: answer.statusCode, json: answer.json() }
}

/** The proceso that the guide shows, as it is written there. */
function readPaquete(): unknown {
  const [, paquete = ''] = /```json paquete\n([\s\S]*?)\n```/.exec(readFileSync(GUIA, 'utf8')) ?? []
  return JSON.parse(paquete)
}

test('the proceso of the guide takes data out of a text, whose trace says what they cost', async () => {
  const servidor = await ask('POST', 'servidores', {
    nombre: 'Modelos',
    tipoServidor: 'openai',
    permitirRedPrivada: true,
    config: { urlBase: `${proveedor.origin}/v1`, clave: CLAVE, modelo: 'chico' },
  })
  expect([servidor.status, servidor.json.config.clave]).toEqual([201, { definido: true }])
  const imported = await ask('POST', 'procesos/importar', {
    paquete: readPaquete(),
    asignaciones: { 'servidores/modelos': servidor.json.id },
  })
  expect(imported.status).toBe(201)
  const { id } = imported.json
  expect((await ask('POST', `procesos/${id}/validar`)).json).toMatchObject({ valido: true, hallazgos: [] })

  proveedor.say(
    { texto: '{"numero":"A-7","fecha":"mayo","total":12.5}' },
    { texto: '{"numero":"A-7","fecha":"2026-05-03","total":12.5}' },
  )
  const run = await ask('POST', `procesos/${id}/ejecutar`, { entrada: { texto: FACTURA } })
  expect(run.json).toMatchObject({
    estado: 'ok',
    salida: { numero: 'A-7', fecha: '2026-05-03', total: 12.5 },
  })
  const [, extraer] = run.json.pasos
  expect(extraer.salida).toEqual({
    datos: { numero: 'A-7', fecha: '2026-05-03', total: 12.5 },
    modelo: 'chico',
    tokens: { entrada: 22, salida: 14 },
  })
  expect(JSON.stringify(run.json)).not.toContain(CLAVE)
  const [first, second] = proveedor.seen
  expect(first?.body.messages.at(-1).content).toBe(FACTURA)
  expect(second?.body.messages.at(-1).content).toContain('«datos.fecha»: Se esperaba una fecha AAAA-MM-DD')
})

test('the models of a servidor can be looked through, and a type says what its nodes answer', async () => {
  const [{ id }] = (await ask('GET', 'servidores?q=Modelos')).json
  const listed = await ask('GET', `servidores/${id}/objetos?tipoObjeto=incrustar`)
  expect(listed.json).toEqual([
    {
      nombre: 'texto-embed',
      tipoObjeto: 'incrustar',
      clase: 'modelo de vectores',
      descripcion: 'pruebas',
      objeto: { modelo: 'texto-embed' },
    },
  ])
  const detail = await ask('GET', `servidores/${id}/objetos/chico?tipoObjeto=generar`)
  expect(detail.json).toMatchObject({ nombre: 'chico', columnas: [], parametros: [] })
  const tipos: {
    tipoServidor: string
    grupo: string
    objetos: { tipoObjeto: string; salida?: object[] }[]
  }[] = (await ask('GET', 'servidores/tipos')).json
  const ollama = tipos.find(({ tipoServidor }) => tipoServidor === 'ollama')
  expect(ollama?.grupo).toBe('inteligencia-artificial')
  expect(ollama?.objetos.map(({ tipoObjeto, salida }) => [tipoObjeto, salida?.length])).toEqual([
    ['generar', 4],
    ['extraer', 3],
    ['clasificar', 4],
    ['incrustar', 4],
  ])
})

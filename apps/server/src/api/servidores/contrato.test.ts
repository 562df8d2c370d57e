import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProcesoThatCalls, startTestServidores, type TestServidores } from './testing.ts'

let servidores: TestServidores
let server: Server
let address: string
/** What the service says of itself now. */
let operaciones: Record<string, string> = {}
let asked = 0

const wsdl = () => {
  const names = Object.keys(operaciones)
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
    ${names.map((name) => `<message name="${name}"><part name="a" type="x:${operaciones[name]}"/></message>`).join('')}
    <portType name="P">${names.map((name) => `<operation name="${name}"><input message="t:${name}"/></operation>`).join('')}</portType>
    <binding name="B" type="t:P"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    ${names.map((name) => `<operation name="${name}"><s:operation soapAction=""/><input><s:body use="literal" namespace="urn:t"/></input></operation>`).join('')}</binding>
    <service name="S"><port name="P" binding="t:B"><s:address location="${address}"/></port></service></definitions>`
}

beforeAll(async () => {
  server = createServer((_request, response) => {
    asked++
    response.end(wsdl())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const listening = server.address()
  address = `http://127.0.0.1:${typeof listening === 'object' && listening ? listening.port : 0}/`
  servidores = await startTestServidores()
})
afterAll(async () => {
  await servidores.close()
  server.close()
})

const call = async (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  role?: 'operador' | 'lectura',
) => servidores.api.call(method, `/api/${path}`, { ...(body && { body }), ...(role && { role }) })

const soap = (changes: object = {}) => ({
  nombre: 'Clientes',
  tipoServidor: 'soap',
  permitirRedPrivada: true,
  config: { wsdl: `${address}?wsdl` },
  ...changes,
})

const documentosOf = async (id: string) => {
  const row = await servidores.api.deps.db
    .selectFrom('servidores')
    .select('config')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.config.documentos
}

test('storing a servidor reads its WSDL, a refresh shows what changed and whom it breaks', async () => {
  operaciones = { buscar: 'int', borrar: 'int' }
  const created = await call('POST', 'servidores', soap())
  expect(created.statusCode).toBe(201)
  const stored = created.json()
  expect(stored.config).toMatchObject({ direccionDelWsdl: address })
  expect(await documentosOf(stored.id)).toMatch(/^H4sI/)

  await addProcesoThatCalls(servidores, {
    nombre: 'Buscador',
    servidorId: stored.id,
    tipoServidor: 'soap',
    objeto: { nombre: 'buscar' },
  })

  operaciones = { buscar: 'string', crear: 'int' }
  const review = await call('POST', 'servidores/contrato', {
    ...soap(),
    id: stored.id,
    config: stored.config,
  })
  expect(review.json()).toMatchObject({
    puertos: [
      { servicio: 'S', nombre: 'P', version: '1.1', direccion: address, operaciones: ['buscar', 'crear'] },
    ],
    cambios: { agregadas: ['crear'], quitadas: ['borrar'], cambiadas: ['buscar'] },
    afectados: [{ recurso: 'procesos', nombre: 'Buscador', detalle: 'buscar' }],
    avisos: [],
  })

  const before = asked
  const documentos = await documentosOf(stored.id)
  const kept = await call('PUT', `servidores/${stored.id}`, { ...stored, descripcion: 'La misma' })
  expect(kept.statusCode).toBe(200)
  expect(await documentosOf(stored.id)).toBe(documentos)
  expect(asked).toBe(before)
  const { config } = review.json()
  const refreshed = await call('PUT', `servidores/${stored.id}`, {
    ...kept.json(),
    config: { ...stored.config, ...config },
  })
  expect(refreshed.statusCode).toBe(200)
  expect(await documentosOf(stored.id)).toBe(config.documentos)
  // They are megabytes, and nobody's to change.
  const answers = [refreshed, await call('GET', `servidores/${stored.id}`), await call('GET', 'servidores')]
  for (const { body } of answers) expect(body).not.toContain('documentos')
})

test('only an admin reads a WSDL inside a private network', async () => {
  const before = asked
  const answer = await call('POST', 'servidores/contrato', soap(), 'operador')
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  const refused = await call('POST', 'servidores', soap({ nombre: 'Otra' }), 'operador')
  expect(refused.statusCode).toBeGreaterThanOrEqual(400)
  const guarded = await call('POST', 'servidores/contrato', soap({ permitirRedPrivada: false }))
  expect(guarded.json()).toMatchObject({ codigo: 'DIRECCION_NO_PERMITIDA' })
  expect(asked).toBe(before)
})

test('secrets do not follow a WSDL that leads elsewhere', async () => {
  operaciones = { buscar: 'int' }
  const seguridad = { tipo: 'basico', usuario: 'ana', contrasena: 's3creta' }
  const created = await call(
    'POST',
    'servidores',
    soap({ nombre: 'Con secreto', config: { wsdl: `${address}?wsdl`, seguridad } }),
  )
  const stored = created.json()
  const forged = wsdl().replaceAll(address, 'http://127.0.0.1:9/robo')
  const config = { ...stored.config, wsdl: '', archivos: [{ nombre: 'a.wsdl', contenido: forged }] }
  const answer = await call('PUT', `servidores/${stored.id}`, { ...stored, config }, 'operador')
  expect(answer.json()).toMatchObject({ codigo: 'PERMISO_DENEGADO' })
  const after = await call('GET', `servidores/${stored.id}`)
  expect(after.json().config.direccionDelWsdl).toBe(address)
})

test('a type without a contract says so', async () => {
  const answer = await call('POST', 'servidores/contrato', {
    tipoServidor: 'smtp',
    config: { host: 'correo.ejemplo.com' },
  })
  expect(answer.json()).toMatchObject({ status: 422, errores: [{ campo: 'tipoServidor' }] })
})

test('documents larger than any other body are read', async () => {
  operaciones = { buscar: 'int' }
  const comment = `<!--${'x'.repeat(6_000_000)}-->`
  const archivos = ['a.wsdl', 'b.xsd'].map((nombre) => ({ nombre, contenido: `${comment}${wsdl()}` }))
  const answer = await call('POST', 'servidores/contrato', soap({ config: { archivos } }))
  expect(answer.json()).toMatchObject({ puertos: [{ operaciones: ['buscar'] }] })
})

test('files that are given are read from the one that says the service, in whichever order they come', async () => {
  operaciones = { buscar: 'int' }
  const main = wsdl().replace(
    '<message',
    '<types><x:schema targetNamespace="urn:t"><x:include schemaLocation="a-tipos.xsd"/></x:schema></types><message',
  )
  const archivos = [
    { nombre: 'a-tipos.xsd', contenido: '<schema xmlns="http://www.w3.org/2001/XMLSchema"/>' },
    { nombre: 'z.wsdl', contenido: main },
  ]
  for (const given of [archivos, archivos.toReversed()]) {
    const answer = await call('POST', 'servidores/contrato', soap({ config: { archivos: given } }))
    expect(answer.json()).toMatchObject({ puertos: [{ operaciones: ['buscar'] }], avisos: [] })
  }
})

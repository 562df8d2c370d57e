import type { EvaluacionDeRag, EvaluacionDeRagDetalle, Role } from '@div/contract'
import { CLAVE, type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

let api: WholeApi
let proveedor: ProveedorDePrueba
const tokens = new Map<Role, string>()

beforeAll(async () => {
  ;[api, proveedor] = await Promise.all([
    startWholeApi({ limits: { ragPreguntas: 5, iaTextosPorPeticion: 2 } }),
    startProveedor(),
  ])
  for (const role of ['admin', 'operador', 'lectura'] as const) {
    await api.addUsuario(role, role)
    tokens.set(role, (await api.signIn(role)).token)
  }
})
afterAll(async () => {
  await api?.close()
  await proveedor?.close()
})

async function ask(method: string, path: string, body?: object, role: Role = 'admin') {
  const answer = await api.call(method, `/api/${path}`, { token: tokens.get(role), ...(body && { body }) })
  return { status: answer.statusCode, json: answer.body === '' ? null : answer.json() }
}

const LIMITE = '----prueba'

function upload(path: string, nombre: string, content: string) {
  const head = `--${LIMITE}\r\nContent-Disposition: form-data; name="archivo"; filename="${nombre}"\r\n\r\n`
  const body = Buffer.from(`${head}${content}\r\n--${LIMITE}--\r\n`)
  const headers = { 'content-type': `multipart/form-data; boundary=${LIMITE}` }
  return api.call('POST', `/api/rag/${path}`, { token: tokens.get('admin'), body, headers })
}

const FACTURAS = '# Facturas\n\nSe emiten el lunes.\n\n## Anulación\n\nUna factura se anula con un abono.\n'
const PAGOS = '# Pagos\n\nA treinta días, por transferencia. La factura se paga una vez.\n'

async function createColeccion(nombre: string, rest: object = {}): Promise<string> {
  const { json } = await ask('POST', 'rag', { nombre, ...rest })
  await upload(`${json.id}/documentos`, 'facturas.md', FACTURAS)
  await upload(`${json.id}/documentos`, 'pagos.md', PAGOS)
  await vi.waitFor(
    async () => {
      const { json: documentos } = await ask('GET', `rag/${json.id}/documentos`)
      expect(documentos.map(({ estado }: { estado: string }) => estado)).toEqual(['ok', 'ok'])
    },
    { timeout: 30_000, interval: 50 },
  )
  return json.id
}

const ABONO = {
  texto: 'anular con abono',
  esperados: [{ documento: 'facturas.md', fragmento: 'se anula con un abono' }],
}
const valores = ({ medidas }: EvaluacionDeRag, modo: string) =>
  medidas
    .filter((medida) => medida.modo === modo)
    .map(({ recall, mrr }) => [...recall.map(({ valor }) => valor), mrr])

test('questions are asked of the collection, measured and kept with what it was then', async () => {
  const id = await createColeccion('Manuales')
  expect((await ask('POST', `rag/${id}/evaluaciones`, {})).status).toBe(422)
  const made = await ask('POST', `rag/${id}/preguntas`, ABONO)
  expect([made.status, made.json]).toMatchObject([201, { ...ABONO, revision: 1, creadoPor: 'admin' }])
  // Words that stand in both: what is expected of two documents is found in parts.
  await ask('POST', `rag/${id}/preguntas`, {
    texto: 'transferencia',
    esperados: [{ documento: 'PAGOS.md' }, { documento: 'facturas.md', fragmento: 'Se emiten el lunes' }],
  })
  await ask('POST', `rag/${id}/preguntas`, { texto: 'unicornios', esperados: [{ documento: 'pagos.md' }] })

  const first = await ask('POST', `rag/${id}/evaluaciones`, { nota: 'La primera.' })
  expect(first.status, JSON.stringify(first.json)).toBe(201)
  const evaluacion = first.json as EvaluacionDeRagDetalle
  expect(evaluacion).toMatchObject({
    nota: 'La primera.',
    creadoPor: 'admin',
    preguntas: 3,
    avisos: [],
    coleccion: { idioma: 'espanol', servidorId: null, documentos: 2, pasajes: 3 },
  })
  const half = (1 + 1 / 2 + 0) / 3
  expect(valores(evaluacion, 'palabras')).toEqual([[half, half, half, half, 2 / 3]])
  expect(evaluacion.medidas.map(({ modo }) => modo)).toEqual(['palabras'])
  const found = (await ask('GET', `rag/${id}/evaluaciones/${evaluacion.id}`)).json as EvaluacionDeRagDetalle
  expect(found).toEqual(evaluacion)
  expect(found.respuestas.map(({ texto, modos }) => [texto, modos[0]?.lugar])).toEqual([
    ['anular con abono', 1],
    ['transferencia', 1],
    ['unicornios', null],
  ])

  await ask('DELETE', `rag/${id}/preguntas/${made.json.id}`)
  const second = (await ask('POST', `rag/${id}/evaluaciones`, {})).json as EvaluacionDeRagDetalle
  expect(second.huella).not.toBe(evaluacion.huella)
  const history = (await ask('GET', `rag/${id}/evaluaciones`)).json as EvaluacionDeRag[]
  expect(history.map(({ id: each }) => each)).toEqual([second.id, evaluacion.id])

  // Another cut is compared by the same questions.
  const { json: coleccion } = await ask('GET', `rag/${id}`)
  const { id: _, creadoEn, actualizadoEn, actualizadoPor, ...input } = coleccion
  const changed = await ask('PUT', `rag/${id}`, { ...input, corte: { tamano: 200, solape: 0 } })
  expect(changed.status, JSON.stringify(changed.json)).toBe(200)
  const third = (await ask('POST', `rag/${id}/evaluaciones`, {})).json as EvaluacionDeRagDetalle
  expect(third.huella).toBe(second.huella)
  expect([second.coleccion.corte, third.coleccion.corte]).toEqual([
    { tamano: 1_200, solape: 150 },
    { tamano: 200, solape: 0 },
  ])
}, 60_000)

test('with vectors every way of searching is measured, at one request for all questions; without them words alone, and it says so', async () => {
  const config = { urlBase: `${proveedor.origin}/v1`, clave: CLAVE, modeloEmbeddings: 'texto-embed' }
  const { json: servidor } = await ask('POST', 'servidores', {
    nombre: 'Modelos',
    tipoServidor: 'openai',
    permitirRedPrivada: true,
    config,
  })
  const id = await createColeccion('Con vectores', { servidorId: servidor.id })
  await ask('POST', `rag/${id}/preguntas`, ABONO)
  await ask('POST', `rag/${id}/preguntas`, { texto: 'pagar', esperados: [{ documento: 'pagos.md' }] })
  const before = proveedor.seen.length
  const { json } = await ask('POST', `rag/${id}/evaluaciones`, {})
  expect(proveedor.seen.length - before).toBe(1)
  expect(json.medidas.map(({ modo }: { modo: string }) => modo)).toEqual(['palabras', 'vectores', 'hibrido'])
  for (const modo of ['vectores', 'hibrido']) expect(valores(json, modo)[0]?.at(3)).toBe(1)

  // Beyond what one request holds there is another one, each of which is counted for whoever evaluates.
  await ask('POST', `rag/${id}/preguntas`, { texto: 'plazo', esperados: [{ documento: 'pagos.md' }] })
  await api.deps.db.deleteFrom('aiConsumos').execute()
  await ask('POST', `rag/${id}/evaluaciones`, {})
  const inParts = proveedor.seen.slice(before + 1).map(({ body }) => [body.input].flat().length)
  expect(inParts).toEqual([2, 1])
  const ledger = await api.deps.db.selectFrom('aiConsumos').select(['role', 'clase', 'estado']).execute()
  const counted = { role: 'admin', clase: 'vectores', estado: 'liquidado' }
  expect(ledger).toEqual([counted, counted])

  await proveedor.close()
  const alone = (await ask('POST', `rag/${id}/evaluaciones`, {})).json as EvaluacionDeRag
  expect(alone.medidas.map(({ modo }) => modo)).toEqual(['palabras'])
  expect(alone.avisos).toEqual([expect.stringContaining('Se midió solo por palabras.')])
}, 60_000)

test('a file brings questions, a row for each thing that is expected, or none of them', async () => {
  const { json } = await ask('POST', 'rag', { nombre: 'De un archivo' })
  const path = `rag/${json.id}/preguntas`
  const csv =
    'Pregunta;Documento;Fragmento\nanular;facturas.md;con un abono\nAnular;pagos.md;\npagar;pagos.md;\n'
  const imported = await upload(`${json.id}/preguntas/importar`, 'p.csv', csv)
  expect([imported.statusCode, imported.json()]).toEqual([200, { nuevas: 2, cambiadas: 0 }])
  expect((await ask('GET', path)).json).toMatchObject([
    {
      texto: 'Anular',
      esperados: [
        { documento: 'facturas.md', fragmento: 'con un abono' },
        { documento: 'pagos.md', fragmento: '' },
      ],
    },
    { texto: 'pagar', revision: 1 },
  ])
  const again = await upload(`${json.id}/preguntas/importar`, 'p.csv', 'pregunta,documento\nPAGAR,pagos.md\n')
  expect(again.json()).toEqual({ nuevas: 0, cambiadas: 1 })

  const wrong = await upload(`${json.id}/preguntas/importar`, 'p.csv', 'pregunta,documento\nuna,a.md\ndos,\n')
  expect([wrong.statusCode, wrong.json().errores]).toEqual([
    422,
    [{ campo: 'fila 3', mensaje: 'Elija un documento.' }],
  ])
  const without = await upload(`${json.id}/preguntas/importar`, 'p.csv', 'pregunta\nuna\n')
  expect(without.json().errores).toEqual([{ campo: 'documento', mensaje: 'Falta la columna «documento».' }])
  const many = ['pregunta,documento', ...'abcdef'].map((line) =>
    line.length === 1 ? `${line}${line},x.md` : line,
  )
  const refused = await upload(`${json.id}/preguntas/importar`, 'p.csv', many.join('\n'))
  expect(refused.json().detail).toContain('ragPreguntas')
  expect((await ask('GET', path)).json.length).toBe(2)
})

test('one question is asked once, nothing of another collection is told, and who may only read changes nothing', async () => {
  const { json: one } = await ask('POST', 'rag', { nombre: 'Una' })
  const { json: other } = await ask('POST', 'rag', { nombre: 'Otra', roles: ['admin'] })
  const { json: pregunta } = await ask('POST', `rag/${one.id}/preguntas`, ABONO)
  const same = await ask('POST', `rag/${one.id}/preguntas`, { ...ABONO, texto: 'ANULAR con abono' })
  expect([same.status, same.json.errores]).toMatchObject([409, [{ campo: 'texto' }]])
  expect((await ask('GET', `rag/${other.id}/preguntas/${pregunta.id}`)).status).toBe(404)
  expect((await ask('GET', `rag/${other.id}/evaluaciones`, undefined, 'lectura')).status).toBe(404)
  const changed = { ...ABONO, texto: 'cómo se anula', revision: 1 }
  expect((await ask('PUT', `rag/${one.id}/preguntas/${pregunta.id}`, changed, 'lectura')).status).toBe(403)
  expect((await ask('PUT', `rag/${one.id}/preguntas/${pregunta.id}`, changed)).json).toMatchObject({
    revision: 2,
  })
  expect((await ask('PUT', `rag/${one.id}/preguntas/${pregunta.id}`, changed)).status).toBe(409)
  expect((await ask('POST', `rag/${one.id}/evaluaciones`, {}, 'lectura')).status).toBe(403)
  expect((await ask('GET', `rag/${one.id}/preguntas`, undefined, 'lectura')).json.length).toBe(1)
})

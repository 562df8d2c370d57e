import { canalSchema, FLUJO_VERSION, type Flujo, type Nodo, type Parametro } from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Secretos } from '../../secretos/secretos.ts'
import { restorePasos } from '../history/restore-pasos.ts'
import { startTestMotor, type TestMotor } from '../testing.ts'

let motor: TestMotor
let secretos: Secretos
const servidorId = uuid()
const NOBODY = { descripcion: '', categoriaId: null, actualizadoPor: null }
const posicion = { x: 0, y: 0 }

beforeAll(async () => {
  motor = await startTestMotor({
    registers: (deps) => {
      secretos = deps.secretos
      return []
    },
  })
  await motor.database.db
    .insertInto('servidores')
    .values({
      id: servidorId,
      nombre: 'DIV',
      tipoServidor: 'interno',
      activo: true,
      permitirRedPrivada: false,
      config: '{}',
      pool: '{}',
      resiliencia: '{}',
      ...NOBODY,
    })
    .execute()
  await addSecret('pin', 'entero', 471_199)
  await addSecret('corta', 'texto', 'xyz')
  await addSecret('clave', 'texto', 'Muy-Secreta')
  await addSecret('ajena', 'texto', 'España')
})
afterAll(() => motor.close())

async function addSecret(nombre: string, tipo: string, valor: unknown) {
  const id = uuid()
  const sealed = JSON.stringify(secretos.seal(id, JSON.stringify(valor)))
  await motor.database.db
    .insertInto('parametros')
    .values({ id, nombre, tipo, secreto: true, valor: sealed, ...NOBODY })
    .execute()
}

type Drawn = Pick<Nodo, 'id' | 'tipo'> & Record<string, unknown>

/** One after another. */
function flujoOf(...nodos: Drawn[]): Flujo {
  return {
    version: FLUJO_VERSION,
    nodos: nodos.map((nodo) => ({ nombre: nodo.id, posicion, parametros: [], ...nodo })),
    conexiones: nodos.slice(1).map(({ id }, index) => ({ id, origen: nodos[index]?.id ?? '', destino: id })),
  }
}

const entrada = (...nombres: string[]): Drawn => ({
  id: 'e',
  tipo: 'entrada',
  parametros: nombres.map((nombre) => ({ nombre, tipo: 'texto' })),
})
const campos = (formulas: Record<string, string>): Parametro[] =>
  Object.entries(formulas).map(([nombre, expresion]) => ({ nombre, expresion }))
const answer = (formulas: Record<string, string>): Drawn => ({
  id: 's',
  tipo: 'salida',
  parametros: campos(formulas),
})
const callOf = (tipoObjeto: string, objeto: object, formulas: Record<string, string>): Drawn => ({
  id: 'p',
  tipo: 'proceso',
  servidorId,
  tipoServidor: 'interno',
  tipoObjeto,
  objeto,
  parametros: campos(formulas),
})

const runDraft = (flujo: Flujo, given: Record<string, unknown> = {}) =>
  motor.runtime.runDraft({ proceso: { id: uuid(), flujo }, entrada: given })

async function storedRuns(procesoId: string) {
  await motor.runtime.history.flush()
  const rows = await motor.database.db
    .selectFrom('ejecuciones')
    .selectAll()
    .where('procesoId', '=', procesoId)
    .orderBy('id')
    .execute()
  return rows.map(restorePasos)
}

const SECRETS = /471199|xyz|XYZ|Muy-Secreta|muy-secreta|TXV5LVNlY3JldGE|TXV5LVNlY3JldGF/

test('what is derived from a secret is shown neither in the answer of a test run nor in the history, and the canal answers it', async () => {
  const flujo = flujoOf(
    entrada('n'),
    {
      id: 't',
      tipo: 'transformacion',
      parametros: campos({ basic: '"Basic " & A_BASE64(PARAMETRO("clave"))', visible: 'e.n & "!"' }),
    },
    callOf('registro', { nivel: 'depuracion', mensaje: 'x' }, { auth: 't.basic', visible: 't.visible' }),
    answer({
      pin: 'PARAMETRO("pin")',
      corta: 'MAYUSCULAS(PARAMETRO("corta"))',
      minusculas: 'MINUSCULAS(PARAMETRO("clave"))',
      basic: 't.basic',
      visible: 't.visible',
    }),
  )
  const masked = { pin: '•••', corta: '•••', minusculas: '•••', basic: '•••', visible: 'hola!' }
  const shown = await runDraft(flujo, { n: 'hola' })
  expect(shown).toMatchObject({ estado: 'ok', salida: masked })
  expect(shown.pasos.find(({ nodo }) => nodo === 't')?.salida).toEqual({ basic: '•••', visible: 'hola!' })
  expect(shown.pasos.find(({ nodo }) => nodo === 'p')?.entrada).toEqual({ auth: '•••', visible: 'hola!' })
  expect(JSON.stringify(shown)).not.toMatch(SECRETS)

  const procesoId = await motor.publishProceso(flujo)
  await motor.publishCanal({ ruta: 'derivados' }, [{ procesoId, metodo: 'GET', ruta: '/ver', etag: false }])
  const response = await fetch(`${motor.url}/rest/derivados/ver?n=hola`)
  expect(await response.json()).toEqual({
    pin: 471_199,
    corta: 'XYZ',
    minusculas: 'muy-secreta',
    basic: 'Basic TXV5LVNlY3JldGE=',
    visible: 'hola!',
  })
  const [row] = await storedRuns(procesoId)
  expect(row).toMatchObject({ entrada: { n: 'hola' }, salida: masked })
  expect(row?.pasos.find(({ nodo }) => nodo === 'p')?.entrada).toEqual({ auth: '•••', visible: 'hola!' })
  expect(JSON.stringify(row)).not.toMatch(SECRETS)
})

test('a big output keeps what is not hidden of it', async () => {
  const shown = await runDraft(
    flujoOf(
      entrada('n'),
      {
        id: 't',
        tipo: 'transformacion',
        parametros: campos({ larga: 'REPETIR(PARAMETRO("corta"); 200)', visible: 'e.n' }),
      },
      answer({ visible: 't.visible', largo: 'LARGO(t.larga)' }),
    ),
    { n: 'hola' },
  )
  expect(shown.pasos[1]?.salida).toEqual({ larga: '•••', visible: 'hola' })
  expect(shown.salida).toEqual({ visible: 'hola', largo: '•••' })
})

test.each([
  ['a value', 'EXPRESION_FALLIDA', 'ENTERO(MINUSCULAS(PARAMETRO("clave")))'],
  ['a pattern', 'PATRON_INVALIDO', 'COINCIDE("x"; MINUSCULAS(PARAMETRO("clave")) & "(")'],
])('a formula that fails on %s that is derived does not quote it', async (_what, codigo, formula) => {
  const shown = await runDraft(flujoOf(entrada(), answer({ n: formula })))
  expect(shown.error).toMatchObject({ codigo, nodo: 's' })
  expect(shown.error?.mensaje).toContain('«•••»')
  expect(JSON.stringify(shown)).not.toMatch(SECRETS)
})

test('a text that merely equals the secret of something that the run does not use is shown', async () => {
  const flujo = flujoOf(
    entrada('pais', 'dicho'),
    answer({ pais: 'e.pais', usa: 'LARGO(PARAMETRO("clave"))' }),
  )
  const shown = await runDraft(flujo, { pais: 'España', dicho: 'es Muy-Secreta' })
  expect(shown.salida).toEqual({ pais: 'España', usa: '•••' })
  // By value, of what it does use.
  expect(shown.pasos[0]?.salida).toEqual({ pais: 'España', dicho: 'es •••' })
})

test('by value are hidden the secrets of the servidores that a process calls and of the canal that it answers', async () => {
  const { db } = motor.database
  const id = uuid()
  const config = secretos.sealConfig(SERVIDORES.postgresql?.config ?? z.never(), id, {
    host: '127.0.0.1',
    baseDatos: 'x',
    usuario: 'x',
    contrasena: 'de-la-base',
  })
  await db
    .insertInto('servidores')
    .values({
      id,
      nombre: 'Base',
      tipoServidor: 'postgresql',
      activo: true,
      permitirRedPrivada: false,
      config: JSON.stringify(config),
      pool: '{}',
      resiliencia: '{}',
      ...NOBODY,
    })
    .execute()
  const consulta = { servidorId: id, tipoServidor: 'postgresql', tipoObjeto: 'consulta' }
  const flujo = flujoOf(
    entrada('dicho'),
    { id: 'c', tipo: 'condicion', casos: [{ nombre: 'si', expresion: 'e.dicho = "nunca"' }] },
    { id: 'p', tipo: 'proceso', ...consulta, objeto: { sql: 'select 1' } },
    answer({ dicho: 'e.dicho', filas: 'p.filas' }),
  )
  const conexiones = flujo.conexiones.map((each) => (each.origen === 'c' ? { ...each, salida: 'si' } : each))
  const procesoId = await motor.publishProceso({ ...flujo, conexiones })
  const canalId = await motor.publishCanal({ ruta: 'valores' }, [
    { procesoId, metodo: 'GET', ruta: '/ver', etag: false },
  ])
  const acceso = { tipo: 'basico', usuario: 'ana', contrasena: 'del-canal-suyo' }
  const sealed = secretos.sealConfig(canalSchema.shape.acceso, canalId, acceso)
  await db
    .updateTable('canales')
    .set({ acceso: JSON.stringify(sealed) })
    .where('id', '=', canalId)
    .execute()
  await motor.runtime.definitions.catchUp()
  await fetch(`${motor.url}/rest/valores/ver?dicho=de-la-base,del-canal-suyo,Muy-Secreta`, {
    headers: { authorization: `Basic ${btoa('ana:del-canal-suyo')}` },
  })
  expect(await storedRuns(procesoId)).toMatchObject([{ entrada: { dicho: '•••,•••,Muy-Secreta' } }])
})

test('a run that is given something derived shows nothing; one that is not shows what it may', async () => {
  const inner = await motor.publishProceso(
    flujoOf(entrada('a', 'b'), answer({ a: 'e.a', clave: 'PARAMETRO("clave")' })),
  )
  const outer = (formula: string) =>
    flujoOf(
      entrada(),
      callOf('proceso', { procesoId: inner }, { a: formula, b: '"España"' }),
      answer({ a: 'p.a', clave: 'p.clave', ajena: 'LARGO(PARAMETRO("ajena"))' }),
    )
  await motor.runtime.definitions.catchUp()
  expect(await runDraft(outer('MINUSCULAS(PARAMETRO("ajena"))'))).toMatchObject({
    salida: { a: 'españa', ajena: '•••', clave: '•••' },
  })
  // Of its caller's secrets it hides the values, and the caller those of what it called.
  expect(await runDraft(outer('"hola"'))).toMatchObject({
    salida: { a: 'hola', ajena: '•••', clave: '•••' },
  })
  expect(await storedRuns(inner)).toMatchObject([
    { entrada: '•••', salida: '•••' },
    { entrada: { a: 'hola', b: '•••' }, salida: { a: 'hola', clave: '•••' } },
  ])
})

test('a name that only the run knows may be that of any secret', async () => {
  const flujo = flujoOf(entrada('cual', 'dicho'), answer({ valor: 'PARAMETRO(e.cual)', dicho: 'e.dicho' }))
  expect(await runDraft(flujo, { cual: 'pin', dicho: 'en España' })).toMatchObject({
    salida: { valor: '•••', dicho: 'en •••' },
  })
})

test('what is changed or removed is not hidden any more', async () => {
  const procesoId = await motor.publishProceso(
    flujoOf(entrada('dicho'), answer({ dicho: 'e.dicho', usa: 'LARGO(PARAMETRO("vieja"))' })),
  )
  await addSecret('vieja', 'texto', 'clave-vieja')
  await motor.publishCanal({ ruta: 'cambios' }, [{ procesoId, metodo: 'GET', ruta: '/ver', etag: false }])
  const call = async () => {
    await fetch(`${motor.url}/rest/cambios/ver?dicho=clave-vieja`)
    return (await storedRuns(procesoId)).at(-1)?.entrada
  }
  expect(await call()).toEqual({ dicho: '•••' })
  const { db } = motor.database
  await db
    .updateTable('parametros')
    .set({ secreto: false, valor: '"x"', revision: 2 })
    .where('nombre', '=', 'vieja')
    .execute()
  await motor.runtime.definitions.catchUp()
  expect(await call()).toEqual({ dicho: 'clave-vieja' })
  expect(motor.runtime.redactor.redact('clave-vieja Muy-Secreta')).toBe('clave-vieja •••')
  await db.deleteFrom('parametros').where('nombre', '=', 'clave').execute()
  await motor.runtime.definitions.catchUp()
  expect(motor.runtime.redactor.redact('Muy-Secreta')).toBe('Muy-Secreta')
})

import { AppError, FLUJO_VERSION, type Flujo, type Parametro, type Proceso } from '@div/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestMotor, type TestMotor } from '../testing.ts'

let motor: TestMotor
const servidorId = uuid()
const NOBODY = { descripcion: '', categoriaId: null, actualizadoPor: null }

beforeAll(async () => {
  motor = await startTestMotor()
  const { db } = motor.database
  await db
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
  await db
    .insertInto('consecutivos')
    .values({
      id: uuid(),
      nombre: 'factura',
      inicio: 1,
      incremento: 1,
      ultimo: null,
      prefijo: 'F-',
      largo: 4,
      ...NOBODY,
    })
    .execute()
  await db
    .insertInto('tablas')
    .values({
      id: uuid(),
      nombre: 'paises',
      columnas: '[{"nombre":"iso","unico":true},{"nombre":"pais"}]',
      ...NOBODY,
    })
    .execute()
})
afterAll(() => motor.close())

const posicion = { x: 0, y: 0 }

/** entrada → one call of the product itself → salida with what it answered. */
function calling(
  tipoObjeto: string,
  objeto: object,
  parametros: Parametro[] = [],
  entrada: Parametro[] = [],
): Flujo {
  return {
    version: FLUJO_VERSION,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion, parametros: entrada },
      {
        id: 'n2',
        tipo: 'proceso',
        nombre: 'Llamada',
        posicion,
        parametros,
        servidorId,
        tipoServidor: 'interno',
        tipoObjeto,
        objeto,
      },
      {
        id: 'n3',
        tipo: 'salida',
        nombre: 'Respuesta',
        posicion,
        parametros: [{ nombre: 'cuerpo', valorAsignado: { nodo: 'n2', ruta: '' } }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  }
}

const run = (flujo: Flujo, changes: object = {}) =>
  motor.runtime.runDraft({ proceso: { id: uuid(), flujo }, entrada: {}, ...changes })

async function codigoOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'ninguno',
    (error: unknown) => (error instanceof AppError ? error.codigo : String(error)),
  )
}

describe('a test run', () => {
  const flujo = calling(
    'registro',
    { nivel: 'informacion', mensaje: 'hola' },
    [{ nombre: 'contrasena', valorAsignado: { nodo: 'n1', ruta: 'clave' } }],
    [{ nombre: 'clave', tipo: 'texto', requerido: true }],
  )

  test('shows every step, with secret fields hidden, and is in the history', async () => {
    const result = await run(flujo, { entrada: { clave: 'x' } })
    expect(result).toMatchObject({ estado: 'ok', error: null, estadoHttp: 200 })
    expect(result.pasos.map(({ nodo, estado }) => [nodo, estado])).toEqual([
      ['n1', 'ok'],
      ['n2', 'ok'],
      ['n3', 'ok'],
    ])
    expect(result.pasos[1]?.entrada).toEqual({ contrasena: '•••' })
    await motor.runtime.history.flush()
    const row = await motor.database.db
      .selectFrom('ejecuciones')
      .selectAll()
      .where('id', '=', result.idEjecucion)
      .executeTakeFirst()
    expect(row).toMatchObject({ origen: 'prueba', version: null, estado: 'ok' })
  })

  test('goes up to a node, with outputs taken as given', async () => {
    const result = await run(flujo, {
      entrada: { clave: 'x' },
      nodo: 'n2',
      datosFijados: { n1: { clave: 'otra' } },
    })
    expect(result).toMatchObject({ estado: 'ok', salida: null })
    expect(result.pasos.map(({ nodo }) => nodo)).toEqual(['n1', 'n2'])
  })

  test('is not made up to a node that undoes another: nothing of it would run', async () => {
    const undone = {
      ...flujo,
      compensacion: 'enError' as const,
      nodos: flujo.nodos.flatMap((nodo) =>
        nodo.id === 'n2'
          ? [
              { ...nodo, politica: { enError: 'detener' as const, compensacion: true } },
              { ...nodo, id: 'n4', nombre: 'Anular' },
            ]
          : nodo,
      ),
      conexiones: [...flujo.conexiones, { id: 'c3', origen: 'n2', destino: 'n4', salida: 'compensar' }],
    }
    const refused = run(undone, { entrada: { clave: 'x' }, nodo: 'n4' })
    expect(await codigoOf(refused)).toBe('NODO_SOLO_DESHACE')
  })

  test('is refused when its entry or its flujo is wrong', async () => {
    expect(await codigoOf(run(flujo))).toBe('ENTRADA_INVALIDA')
    expect(await codigoOf(run({ ...flujo, conexiones: [] }))).toBe('FLUJO_INVALIDO')
  })

  test('sees at once what was saved before it', async () => {
    await motor.database.db
      .insertInto('parametros')
      .values({ id: uuid(), nombre: 'moneda', tipo: 'texto', secreto: false, valor: '"MXN"', ...NOBODY })
      .execute()
    const withParametro = {
      ...flujo,
      nodos: flujo.nodos.map((nodo) =>
        nodo.id === 'n3'
          ? { ...nodo, parametros: [{ nombre: 'moneda', expresion: 'PARAMETRO("moneda")' }] }
          : nodo,
      ),
    }
    expect(await run(withParametro, { entrada: { clave: 'x' } })).toMatchObject({ salida: { moneda: 'MXN' } })
  })
})

describe('the product as a servidor of itself', () => {
  test('runs another proceso with its own entry, at the same deadline, and keeps both runs', async () => {
    const inner = await motor.publishProceso({
      version: FLUJO_VERSION,
      nodos: [
        {
          id: 'a',
          tipo: 'entrada',
          nombre: 'E',
          posicion,
          parametros: [{ nombre: 'n', tipo: 'entero', requerido: true }],
        },
        {
          id: 'b',
          tipo: 'salida',
          nombre: 'S',
          posicion,
          parametros: [{ nombre: 'doble', expresion: 'a.n * 2' }],
        },
      ],
      conexiones: [{ id: 'c', origen: 'a', destino: 'b' }],
    })
    const outer = (valor: unknown) => calling('proceso', { procesoId: inner }, [{ nombre: 'n', valor }])
    expect(await run(outer('21'))).toMatchObject({ estado: 'ok', salida: { doble: 42 } })
    expect(await run(outer('x'))).toMatchObject({
      estado: 'error',
      error: { codigo: 'ENTRADA_INVALIDA', nodo: 'n2' },
    })
    await motor.runtime.history.flush()
    const rows = await motor.database.db
      .selectFrom('ejecuciones')
      .select('origen')
      .where('procesoId', '=', inner)
      .execute()
    expect(rows).toEqual([{ origen: 'subproceso' }])
  })

  test.each([
    ['alone', 'subproceso', { outer: 'error', inner: 'cancelada' }],
    ['with the one that called it', 'prueba', { outer: 'cancelada', inner: 'cancelada' }],
  ])('a process that another one called is cancelled %s', async (_what, cancelled, expected) => {
    const inner = await motor.publishProceso(calling('espera', { ms: 60_000 }))
    await motor.runtime.definitions.catchUp()
    const running = run(calling('proceso', { procesoId: inner }))
    // As they will be told of once they have taken long enough.
    const listRuns = () => motor.runtime.enCurso.list(Date.now() + 2_000)
    await expect.poll(() => listRuns().length).toBe(2)
    const target = listRuns().find(({ origen }) => origen === cancelled)
    expect(await motor.runtime.cancelRun(target?.id ?? '')).toBe(true)
    const { estado, error } = await running
    await expect.poll(listRuns).toEqual([])
    await motor.runtime.history.flush()
    const rows = await motor.database.db
      .selectFrom('ejecuciones')
      .select('estado')
      .where('procesoId', '=', inner)
      .execute()
    expect({ outer: estado, inner: rows[0]?.estado }).toEqual(expected)
    expect(error).toMatchObject({ codigo: 'EJECUCION_CANCELADA', nodo: 'n2' })
  })

  test('ends processes that call each other without end', async () => {
    const id = await motor.publishProceso(calling('espera', { ms: 0 }))
    await motor.publishVersion(id, 2, calling('proceso', { procesoId: id }))
    expect(await run(calling('proceso', { procesoId: id }))).toMatchObject({
      error: { codigo: 'PROFUNDIDAD_SUPERADA' },
    })
  })

  describe('calls of other procesos are checked before they are published', () => {
    const numero: Parametro = { nombre: 'n', tipo: 'entero', requerido: true }
    const callee = (entrada: Parametro[]) => calling('espera', { ms: 0 }, [], entrada)
    const validate = async (flujo: Flujo, procesoId = uuid(), modo: Proceso['modo'] = 'memoria') => {
      await motor.runtime.definitions.catchUp()
      return motor.runtime.validate({ procesoId, flujo, modo })
    }
    const hallazgo = (campo: string, mensaje: string, gravedad = 'error') => ({
      nodo: 'n2',
      campo,
      mensaje,
      gravedad,
    })

    async function createDraft(id: string, flujo: Flujo): Promise<void> {
      await motor.database.db
        .insertInto('procesos')
        .values({
          id,
          nombre: `Borrador ${id}`,
          modo: 'memoria',
          flujo: JSON.stringify(flujo),
          versionPublicada: null,
          ...NOBODY,
        })
        .execute()
    }

    test('its version, which must be there', async () => {
      const id = await motor.publishProceso(callee([]))
      expect(await validate(calling('proceso', { procesoId: id }))).toEqual([])
      expect(await validate(calling('proceso', { procesoId: id, version: 1 }))).toEqual([])
      const missing = calling('proceso', { procesoId: id, version: 99 })
      expect(await validate(missing)).toEqual([
        hallazgo('objeto.version', `«Proceso ${id}» no tiene la versión 99.`),
      ])
      expect(await run(missing)).toMatchObject({
        error: {
          codigo: 'PROCESO_NO_EJECUTABLE',
          mensaje: `No se puede ejecutar el proceso «Proceso ${id}»: no tiene la versión 99.`,
        },
      })
    })

    test('its errors, not what it is only warned of', async () => {
      const broken = [{ nombre: 'sinValor' }, { nombre: 'malo', expresion: 'NO_EXISTE()' }]
      const id = await motor.publishProceso(calling('espera', { ms: 0 }, broken))
      const [found] = await validate(calling('proceso', { procesoId: id }))
      expect(found).toMatchObject({ gravedad: 'error', campo: 'objeto.procesoId' })
      expect(found?.mensaje).toMatch(/versión 1 no se puede ejecutar: .*NO_EXISTE/)
    })

    test('its names: those that it declares, and all that it requires', async () => {
      const withDefault: Parametro = { nombre: 'd', requerido: true, defecto: 1 }
      const id = await motor.publishProceso(callee([numero, withDefault, { nombre: 'libre' }]))
      const call = (...nombres: string[]) =>
        calling(
          'proceso',
          { procesoId: id },
          nombres.map((nombre) => ({ nombre, valor: 1 })),
        )
      expect(await validate(call('n', 'libre'))).toEqual([])
      expect(await validate(call('libre', 'x'))).toEqual([
        hallazgo('parametros[1].nombre', 'El proceso llamado no declara el dato «x».'),
        hallazgo('parametros', 'Falta el dato «n», que el proceso llamado requiere.'),
      ])
    })

    /** Takes a number, which is undone when it fails. */
    const takesAndUndoes = (): Flujo => {
      const flujo = calling('consecutivo', { nombre: 'turno' })
      const nodos = flujo.nodos.map((nodo) =>
        nodo.id === 'n2' ? { ...nodo, politica: { enError: 'detener' as const, compensacion: true } } : nodo,
      )
      const [quita] = calling('registro', { mensaje: 'Quitado' }).nodos.filter(({ id }) => id === 'n2')
      if (!quita) throw new Error('no call')
      return {
        ...flujo,
        compensacion: 'enError',
        nodos: [...nodos, { ...quita, id: 'n9' }],
        conexiones: [...flujo.conexiones, { id: 'c9', origen: 'n2', salida: 'compensar', destino: 'n9' }],
      }
    }

    test('one that does what may be there twice, where its caller promises that nothing is', async () => {
      const once = await motor.publishProceso(calling('consecutivo', { nombre: 'turno' }))
      const takes = await motor.publishProceso(takesAndUndoes())
      const within = await motor.publishProceso({
        ...takesAndUndoes(),
        nodos: takesAndUndoes().nodos.map((nodo) =>
          nodo.id === 'n2' ? { ...nodo, tipoObjeto: 'proceso', objeto: { procesoId: once } } : nodo,
        ),
      })
      const calls = await motor.publishProceso(calling('proceso', { procesoId: takes }))
      const harmless = await motor.publishProceso(calling('registro', { mensaje: 'Pasó' }))
      const looks = await motor.publishProceso(calling('tabla', { tabla: 'cosas', operacion: 'listar' }))
      const warning = (id: string) =>
        hallazgo(
          'objeto.procesoId',
          `«Proceso ${id}» se ejecuta entero dentro de este paso. Si el motor se detiene a mitad, empieza otra vez desde su principio, ` +
            'y lo que se hace en «Llamada» puede quedar hecho dos veces. Para que no ocurra, ponga esos pasos en este proceso, o use ' +
            'destinos que reconozcan la clave de idempotencia.',
          'aviso',
        )
      for (const [procesoId, expected] of [
        [once, []],
        [takes, [warning(takes)]],
        [within, [warning(within)]],
        [calls, [warning(calls)]],
        [harmless, []],
        [looks, []],
      ] as const) {
        const flujo = calling('proceso', { procesoId })
        expect(await validate(flujo, uuid(), 'durable')).toEqual(expected)
        expect(await validate(flujo)).toEqual([])
      }
    })

    test('what procesos that call each other do is found however many ways lead there', async () => {
      const calls = (procesoId: string, times: number): Flujo => {
        const { nodos, conexiones, ...rest } = calling('proceso', { procesoId })
        const more = nodos.flatMap((nodo) =>
          nodo.id === 'n2'
            ? Array.from({ length: times - 1 }, (_, at) => ({
                ...nodo,
                id: `m${at}`,
                nombre: `Llamada ${at + 2}`,
              }))
            : [],
        )
        const drawn = more.flatMap(({ id }) => [
          { id: `a${id}`, origen: 'n1', destino: id },
          { id: `b${id}`, origen: id, destino: 'n3' },
        ])
        return { ...rest, nodos: [...nodos, ...more], conexiones: [...conexiones, ...drawn] }
      }
      const ladder = async (first: Flujo) => {
        let id = await motor.publishProceso(first)
        for (let step = 0; step < 24; step++) id = await motor.publishProceso(calls(id, 2))
        return id
      }
      const harmless = await ladder(calling('registro', { mensaje: 'Pasó' }))
      expect(await validate(calling('proceso', { procesoId: harmless }), uuid(), 'durable')).toEqual([])
      const itself = await motor.publishProceso(calling('registro', { mensaje: 'Pasó' }))
      await motor.publishVersion(itself, 2, calling('proceso', { procesoId: itself }))
      expect(await validate(calling('proceso', { procesoId: itself }), uuid(), 'durable')).toEqual([])

      const takes = await motor.publishProceso(takesAndUndoes())
      for (const [times, said] of [
        [2, '«Llamada» y «Llamada 2»'],
        [4, '«Llamada», «Llamada 2», «Llamada 3» y otro más'],
        [5, '«Llamada», «Llamada 2», «Llamada 3» y otros 2'],
      ] as const) {
        const procesoId = await motor.publishProceso(calls(takes, times))
        const found = await validate(calling('proceso', { procesoId }), uuid(), 'durable')
        expect(found.map(({ mensaje }) => mensaje)).toEqual([
          expect.stringContaining(`lo que se hace en ${said} puede`),
        ])
      }
    })

    test('a parent that is published goes on when its child asks for more', async () => {
      const child = await motor.publishProceso(callee([]))
      const parent = await motor.publishProceso(calling('proceso', { procesoId: child }))
      await motor.publishVersion(child, 2, callee([numero]))
      await motor.runtime.definitions.catchUp()
      const published = await motor.runtime.definitions.find(parent, null)
      expect(published?.outcome.plan).not.toBeNull()
    })

    test('one that was never published cannot be called, unless it waits for the caller itself', async () => {
      const [parent, child, other] = [uuid(), uuid(), uuid()]
      await createDraft(child, calling('proceso', { procesoId: other }))
      await createDraft(other, calling('proceso', { procesoId: parent }))
      const flujo = calling('proceso', { procesoId: child })
      expect(await validate(flujo)).toEqual([
        hallazgo('objeto.procesoId', `«Borrador ${child}» no está publicado. Publíquelo antes.`),
      ])
      expect(await validate(flujo, parent)).toEqual([
        hallazgo('objeto.procesoId', expect.stringContaining('publíquelo después'), 'aviso'),
      ])
    })

    test('one that calls itself is checked against its own draft', async () => {
      const id = uuid()
      await createDraft(id, callee([]))
      const parametros = [{ nombre: 'n', valor: 1 }]
      expect(await validate(calling('proceso', { procesoId: id }, parametros, [numero]), id)).toEqual([])
      expect(await validate(calling('proceso', { procesoId: id }, [], [numero]), id)).toHaveLength(1)
    })
  })

  test('gives consecutive values in order', async () => {
    const take = calling('consecutivo', { nombre: 'factura', cantidad: 3 })
    expect(await run(take)).toMatchObject({ salida: { valores: ['F-0001', 'F-0002', 'F-0003'] } })
    expect(await run(take)).toMatchObject({ salida: { valor: 'F-0004' } })
    expect(await run(calling('consecutivo', { nombre: 'nada' }))).toMatchObject({
      error: { codigo: 'NO_ENCONTRADO' },
    })
  })

  test('reads and writes its tablas', async () => {
    const tabla = (operacion: string, fila: Record<string, unknown>, more: object = {}) =>
      run(
        calling(
          'tabla',
          { tabla: 'paises', operacion, ...more },
          Object.entries(fila).map(([nombre, valor]) => ({ nombre, valor })),
        ),
      )
    expect(await tabla('insertar', { iso: 'MX', pais: 'Mexico' })).toMatchObject({ salida: { afectadas: 1 } })
    expect(await tabla('insertar', { iso: 'MX', pais: 'Otro' })).toMatchObject({
      error: { codigo: 'DUPLICADO' },
    })
    expect(await tabla('actualizar', { iso: 'MX', pais: 'México' }, { claves: ['iso'] })).toMatchObject({
      salida: { afectadas: 1 },
    })
    expect(await tabla('buscar', { iso: 'MX' })).toMatchObject({
      salida: { iso: 'MX', pais: 'México', revision: 2 },
    })
    expect(await tabla('eliminar', { nada: 'x' })).toMatchObject({ error: { codigo: 'DATOS_INVALIDOS' } })
    expect(await tabla('eliminar', { iso: 'MX' })).toMatchObject({ salida: { afectadas: 1 } })
    expect(await tabla('listar', {})).toMatchObject({ salida: { filas: [], total: 0 } })
  })
})

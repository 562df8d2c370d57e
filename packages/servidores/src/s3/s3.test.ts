import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ArchivosConnection } from '../archivos/archivos-connection.ts'
import { callContext, connectDeps } from '../sql/testing.ts'
import { lugarOf } from './lugar.ts'
import { presign } from './presign.ts'
import { s3 } from './s3.ts'
import { startS3, type TestS3 } from './testing.ts'

test.each([
  ['/cubo/a/b.txt', '', 'cubo', 'a/b.txt'],
  ['cubo', '', 'cubo', ''],
  ['.', '', '', ''],
  ['./a', 'cubo', 'cubo', 'a'],
  ['/a//b', 'cubo', 'cubo', 'a//b'],
  ['.', 'cubo', 'cubo', ''],
])('the path %s of the bucket «%s» is %s and %s', (ruta, bucket, Bucket, Key) => {
  expect(lugarOf(ruta, bucket)).toEqual({ Bucket, Key })
})

test('an address is signed as AWS documents it', () => {
  // The example of «Authenticating Requests: Using Query Parameters (AWS Signature Version 4)».
  const url = presign(
    {
      endpoint: 'https://s3.amazonaws.com',
      region: 'us-east-1',
      claveAcceso: 'AKIAIOSFODNN7EXAMPLE',
      claveSecreta: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      tokenSesion: '',
      bucketEnRuta: false,
    },
    {
      metodo: 'GET',
      Bucket: 'examplebucket',
      Key: 'test.txt',
      segundos: 86_400,
      now: new Date('2013-05-24T00:00:00Z'),
    },
  )
  expect(url).toBe(
    'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})

describe('a service that checks signatures', () => {
  let server: TestS3
  let connection: ArchivosConnection
  const open = (changes: object = {}, limits: object = {}) => {
    const { puerto: _, ...config } = server.config
    const deps = connectDeps()
    return s3.connect(s3.config.parse({ ...config, ...changes }), {
      ...deps,
      limits: { ...deps.limits, ...limits },
    })
  }
  const prepare = (tipoObjeto: string, objeto: object, parametros: readonly string[] = []) => {
    const tipo = s3.objetos[tipoObjeto]
    if (!tipo) throw new Error(`no ${tipoObjeto}`)
    return tipo.prepare(tipo.objeto.parse(objeto), parametros, connectDeps())
  }
  const call = (
    tipoObjeto: string,
    objeto: object,
    valores: Record<string, unknown> = {},
    on = connection,
  ): Promise<unknown> => prepare(tipoObjeto, objeto, Object.keys(valores)).run(on, valores, callContext())

  beforeAll(async () => {
    server = await startS3()
    connection = await open({ bucket: 'cubo' })
  })
  afterEach(() => {
    server.seen.length = 0
  })
  afterAll(async () => {
    await connection.close()
    await server.stop()
  })

  test('an object is written with its type and metadata, looked at and copied', async () => {
    const ruta = 'facturas/año {n} + (1).pdf'
    const written = await call(
      'objeto',
      {
        operacion: 'escribir',
        ruta,
        tipoContenido: 'application/pdf',
        metadatos: { origen: 'div-{n}' },
      },
      { n: '7', contenido: 'hola' },
    )
    expect(written).toEqual({
      ruta: 'facturas/año 7 + (1).pdf',
      bytes: 4,
      etag: '"4d186321c1a7f0f354b297e8914ab240"',
      version: null,
    })
    const destino = 'copias/{n}.pdf'
    await call('objeto', { operacion: 'copiar', ruta, destino }, { n: '7' })
    expect(await call('objeto', { ruta: 'copias/7.pdf' })).toEqual({
      existe: true,
      bytes: 4,
      modificado: expect.any(Date),
      tipoContenido: 'application/pdf',
      etag: expect.stringMatching(/^"4-/),
      metadatos: { origen: 'div-7' },
    })
    expect(await call('objeto', { ruta: 'copias/8.pdf' })).toMatchObject({ existe: false, bytes: null })
    expect(await readFile(join(server.carpeta, 'copias/7.pdf'), 'utf8')).toBe('hola')
  })

  test('what is there already is only written over where that is wanted', async () => {
    const objeto = { operacion: 'escribir', ruta: 'unico.txt', sobrescribir: false }
    await call('objeto', objeto, { contenido: 'uno' })
    await expect(call('objeto', objeto, { contenido: 'dos' })).rejects.toThrow('ya hay un archivo')
    // In one request: nobody else may come in between.
    expect(server.seen.map(({ method, headers }) => [method, headers['if-none-match']])).toEqual([
      ['PUT', '*'],
      ['PUT', '*'],
    ])
  })

  test('a list of several pages comes whole, or page by page', async () => {
    for (let n = 0; n < 8; n++) await writeFile(join(server.carpeta, `lista-${n}.txt`), 'x')
    const nombres = Array.from({ length: 8 }, (_, n) => `lista-${n}.txt`)
    expect(await call('objeto', { operacion: 'listar', ruta: 'lista-' })).toMatchObject({
      entradas: nombres.map((nombre) => ({ nombre, clase: 'archivo', bytes: 1 })),
      total: 8,
    })
    const pages: number[] = []
    const { stream } = prepare('objeto', { operacion: 'listar', ruta: 'lista-' })
    for await (const page of stream?.(connection, {}, callContext()) ?? []) pages.push(page.length)
    expect(pages).toEqual([3, 3, 2])
    const narrow = await open({ bucket: 'cubo' }, { filas: 4 })
    const listing = call('objeto', { operacion: 'listar', ruta: 'lista-' }, {}, narrow)
    await expect(listing).rejects.toMatchObject({ codigo: 'LIMITE_SUPERADO' })
    await narrow.close()
  })

  test('an address reads or writes one object without credentials, and only so', async () => {
    const ruta = 'con dirección.txt'
    const give = async (metodo: string) =>
      (await call('objeto', { operacion: 'direccion', ruta, metodo })) as { url: string; vence: Date }
    const { url, vence } = await give('PUT')
    expect(vence.getTime()).toBeGreaterThan(Date.now())
    expect((await fetch(url, { method: 'PUT', body: 'de fuera' })).status).toBe(200)
    expect((await fetch(url)).status).toBe(403)
    expect(await (await fetch((await give('GET')).url)).text()).toBe('de fuera')
    expect(await call('archivo', { ruta })).toEqual({ contenido: 'de fuera' })
  })

  test.each([
    [{ claveSecreta: 'otra' }, 'la clave secreta no es correcta'],
    [{ claveAcceso: 'otra' }, 'no conoce esa clave de acceso'],
    [{ bucket: 'ninguno' }, 'no existe ese bucket («a.txt»)'],
  ])('with %j the reading is refused: %s', async (changes, motivo) => {
    const other = await open({ bucket: 'cubo', ...changes })
    await expect(call('archivo', { ruta: 'a.txt' }, {}, other)).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining(motivo),
      extra: { reintentable: false },
    })
    await other.close()
  })

  test.each([
    [503, 'SlowDown', 'pide ir más despacio', true],
    [500, 'InternalError', 'tuvo un error interno', true],
    [403, 'AccessDenied', 'el usuario no tiene permiso', false],
    [404, 'NoSuchKey', 'no existe ese archivo', false],
    [400, 'NuevoCodigo', 'dijo: «It is NuevoCodigo»', false],
  ])(
    '%i %s is told once, and told whether it may go better',
    async (status, codigo, motivo, reintentable) => {
      server.refuse({ status, codigo })
      await expect(call('archivo', { ruta: 'a.txt' })).rejects.toMatchObject({
        message: expect.stringContaining(`${motivo} («a.txt»)`),
        extra: { codigoNativo: codigo, reintentable },
      })
      expect(server.seen).toHaveLength(1)
      expect(connection.usable).toBe(true)
    },
  )

  test('a file is asked for piece by piece, each when the one before was taken', async () => {
    await writeFile(join(server.carpeta, 'enorme.bin'), '')
    await truncate(join(server.carpeta, 'enorme.bin'), 1_000_000_000)
    const sizes: number[] = []
    const other = await open({ bucket: 'cubo' })
    for await (const piece of other.read('enorme.bin', new AbortController().signal)) {
      sizes.push(piece.length)
      expect(server.seen).toHaveLength(sizes.length)
      if (sizes.length === 3) break
    }
    expect(sizes).toEqual([2_097_152, 2_097_152, 2_097_152])
    await rm(join(server.carpeta, 'enorme.bin'))
  })

  test.each([
    [0, 1],
    [3_000_000, 2],
    // Only what comes after tells that nothing does.
    [4_194_304, 3],
  ])('%i bytes of which no piece tells the total are read whole, in %i requests', async (size, asked) => {
    const bytes = Buffer.alloc(size, 'abc')
    await writeFile(join(server.carpeta, 'sin-total.bin'), bytes)
    server.hideTotals(true)
    try {
      const read: Buffer[] = []
      for await (const piece of connection.read('sin-total.bin', AbortSignal.timeout(10_000)))
        read.push(piece)
      expect(Buffer.concat(read).equals(bytes)).toBe(true)
      expect(server.seen).toHaveLength(asked)
    } finally {
      server.hideTotals(false)
    }
  })

  test('what is renamed onto itself stays; what is not there is told', async () => {
    await writeFile(join(server.carpeta, 'mismo.txt'), 'hola')
    const rename = (ruta: string) =>
      call('archivo', { operacion: 'mover', ruta, destino: `./${ruta}`, sobrescribir: true })
    await rename('mismo.txt')
    expect(await readFile(join(server.carpeta, 'mismo.txt'), 'utf8')).toBe('hola')
    await expect(rename('ninguno.txt')).rejects.toMatchObject({ codigo: 'SERVIDOR_RECHAZA' })
  })

  test('a file that is changed while it is read is not put together of two', async () => {
    await writeFile(join(server.carpeta, 'largo.bin'), Buffer.alloc(3_000_000, 'a'))
    const other = await open({ bucket: 'cubo' })
    const pieces = other.read('largo.bin', new AbortController().signal)
    await pieces.next()
    await writeFile(join(server.carpeta, 'largo.bin'), Buffer.alloc(3_000_000, 'b'))
    await expect(pieces.next()).rejects.toThrow('el archivo cambió mientras se leía')
    await other.close()
  })

  test('without a bucket the buckets are the first folders', async () => {
    const all = await open()
    expect(await s3.listObjetos?.(all, { limite: 10 }, AbortSignal.timeout(10_000))).toEqual([
      { nombre: 'cubo/', tipoObjeto: 'archivo', clase: 'carpeta' },
    ])
    await all.ping(AbortSignal.timeout(10_000))
    await expect(call('archivo', { ruta: 'solo' }, {}, all)).rejects.toMatchObject({
      errores: [{ campo: 'objeto.ruta', mensaje: expect.stringContaining('no nombra un archivo') }],
    })
    await all.close()
  })

  test('what begins like the folder of a servidor is not of it', async () => {
    await call('archivo', { operacion: 'escribir', ruta: 'propia/a.txt' }, { contenido: 'x' })
    await call('archivo', { operacion: 'escribir', ruta: 'propia-no/b.txt' }, { contenido: 'x' })
    const propia = await open({ bucket: 'cubo', carpeta: '/propia' })
    for (const ruta of ['.', '/propia']) {
      const listed = (await call('objeto', { operacion: 'listar', ruta }, {}, propia)) as {
        entradas: { nombre: string }[]
      }
      expect(listed.entradas.map(({ nombre }) => nombre)).toEqual(['propia/', 'propia/a.txt'])
    }
    await propia.close()
  })

  test.each([
    [{ operacion: 'escribir', ruta: 'a' }, [], 'parametros'],
    [{ operacion: 'copiar', ruta: 'a' }, [], 'objeto.destino'],
    [{ ruta: 'a' }, ['n'], 'parametros'],
    [{ ruta: '{n}' }, [], 'objeto.ruta'],
  ])('%j with %j is refused at publish', (objeto, parametros, campo) => {
    expect(() => prepare('objeto', objeto, parametros)).toThrow(
      expect.objectContaining({ errores: [expect.objectContaining({ campo })] }),
    )
  })
})

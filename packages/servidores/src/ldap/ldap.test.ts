import { Binario, LIMITS } from '@div/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callContext, connectDeps, openSilentWay } from '../sql/testing.ts'
import { hasOpenssl } from '../testing-certificate.ts'
import { expectLeft, expectStartTls, NOBODY_LISTENS, preparerOf, refusalOf } from '../testing-connection.ts'
import { ldap } from './ldap.ts'
import type { LdapConnection } from './ldap-connection.ts'
import { startLdapTls } from './start-tls.ts'
import { BASE, hasSlapd, PERSONAS, startSlapd, type TestDirectory } from './testing.ts'

const open = (config: object, deps = connectDeps()) => ldap.connect(ldap.config.parse(config), deps)

const prepare = preparerOf(ldap.objetos)

describe.skipIf(!hasSlapd)('with slapd of OpenLDAP', () => {
  let server: TestDirectory
  let connection: LdapConnection
  const call = (tipoObjeto: string, objeto: object, valores: Record<string, unknown> = {}, on = connection) =>
    prepare(tipoObjeto, objeto, Object.keys(valores)).run(on, valores, callContext())

  beforeAll(async () => {
    server = await startSlapd()
    connection = await open(server.config)
  })
  afterAll(async () => {
    await connection.close()
    await server.stop()
  })

  test('entries are found by a filter, with all values of each attribute', async () => {
    const objeto = { filtro: '(&(objectClass=inetOrgPerson)(uid={uid}))', atributos: ['cn', 'mail'] }
    expect(await call('busqueda', objeto, { uid: 'ana' })).toEqual({
      entradas: [
        {
          dn: `uid=ana,${PERSONAS}`,
          atributos: { cn: ['Ana Ruiz'], mail: ['ana@ejemplo.com', 'aruiz@ejemplo.com'] },
        },
      ],
      total: 1,
    })
    expect(await call('busqueda', objeto, { uid: 'luis' })).toMatchObject({
      entradas: [{ atributos: { cn: ['Luis Núñez'], mail: [] } }],
    })
  })

  test.each(['*', 'ana)(uid=*', '*)(objectClass=*'])(
    'the value %j finds only what is called so',
    async (uid) => {
      expect(await call('busqueda', { filtro: '(uid={uid})' }, { uid })).toEqual({ entradas: [], total: 0 })
    },
  )

  test('an entry is created, read, changed value by value, and removed', async () => {
    const dn = { dn: `cn={nombre},${PERSONAS}` }
    const nombre = 'Ruiz, Eva + Cía'
    const foto = new Binario(Buffer.of(0xff, 0xd8, 0x00, 0x80))
    const atributos = { objectClass: 'inetOrgPerson', sn: 'Ruiz', jpegPhoto: foto, mail: [] }
    const create = () => call('entrada', { ...dn, operacion: 'crear' }, { nombre, atributos })
    await create()
    await expect(create()).rejects.toThrow('ya existe esa entrada')
    expect(await call('entrada', { ...dn, atributos: ['cn', 'sn', 'jpegPhoto'] }, { nombre })).toMatchObject({
      atributos: { cn: [nombre], sn: ['Ruiz'], jpegPhoto: [foto] },
      existe: true,
    })
    const change = (operacion: string, changes: object) =>
      call('entrada', { ...dn, operacion }, { nombre, atributos: changes })
    await change('agregar', { mail: 'eva@ejemplo.com' })
    await change('agregar', { mail: ['eruiz@ejemplo.com'] })
    await change('quitar', { mail: 'eva@ejemplo.com' })
    await change('reemplazar', { jpegPhoto: null })
    expect(await call('entrada', { ...dn, atributos: ['mail', 'jpegPhoto'] }, { nombre })).toMatchObject({
      atributos: { mail: ['eruiz@ejemplo.com'], jpegPhoto: [] },
    })
    await call('entrada', { ...dn, operacion: 'eliminar' }, { nombre })
    expect(await call('entrada', dn, { nombre })).toEqual({ dn: null, atributos: {}, existe: false })
  })

  test('what the directory refuses is told, and the connection goes on', async () => {
    const objeto = { dn: `uid={uid},${PERSONAS}`, operacion: 'crear' }
    await expect(
      call('entrada', objeto, { uid: 'x', atributos: { objectClass: 'inetOrgPerson' } }),
    ).rejects.toThrow('faltan o sobran atributos para su clase')
    await expect(call('entrada', { dn: PERSONAS, operacion: 'eliminar' })).rejects.toThrow(
      'la entrada tiene otras por debajo',
    )
    expect(connection.usable).toBe(true)
  })

  test('a password is compared with that of one person, and the session stays its own', async () => {
    const objeto = { filtro: '(uid={uid})', atributos: ['cn'] }
    const ask = (uid: string, contrasena: unknown) => call('autenticacion', objeto, { uid, contrasena })
    expect(await ask('ana', 'secreta')).toEqual({
      autenticado: true,
      dn: `uid=ana,${PERSONAS}`,
      atributos: { cn: ['Ana Ruiz'] },
    })
    for (const [uid, contrasena] of [
      ['ana', 'otra'],
      ['ana', ''],
      ['ana', null],
      ['nadie', 'secreta'],
      ['*', 'secreta'],
    ] as const)
      expect(await ask(uid, contrasena)).toEqual({ autenticado: false, dn: null, atributos: {} })
    await expect(
      call('autenticacion', { filtro: '(objectClass=inetOrgPerson)' }, { contrasena: 'secreta' }),
    ).rejects.toThrow('debe encontrar a una')
    // Only whoever signed in may read.
    expect(await call('busqueda', { filtro: '(uid=ana)' })).toMatchObject({ total: 1 })
  })

  test('many entries come page by page, and more than asked for is an error', {
    timeout: 60_000,
  }, async () => {
    const base = `ou=muchas,${BASE}`
    await call(
      'entrada',
      { dn: base, operacion: 'crear' },
      { atributos: { objectClass: 'organizationalUnit' } },
    )
    const create = prepare('entrada', { dn: `cn=n{n},${base}`, operacion: 'crear' }, ['n', 'atributos'])
    const atributos = { objectClass: 'person', sn: 'x' }
    for (let n = 0; n < 600; n++) await create.run(connection, { n, atributos }, callContext())
    const { stream } = prepare('busqueda', { base, filtro: '(objectClass=person)' }, [])
    if (!stream) throw new Error('no cursor')
    const sizes: number[] = []
    for await (const batch of stream(connection, {}, callContext())) sizes.push(batch.length)
    expect(sizes).toEqual([500, 100])
    await expect(call('busqueda', { base, filtro: '(sn=x)', maximo: 599 })).rejects.toThrow(
      'hay más de 599 entradas',
    )
    const narrow = await open(server.config, connectDeps({ limits: { ...LIMITS, respuestaBytes: 20_000 } }))
    await expect(call('busqueda', { base, filtro: '(sn=x)' }, {}, narrow)).rejects.toMatchObject({
      codigo: 'RESPUESTA_DEMASIADO_GRANDE',
    })
    expect(narrow.usable).toBe(false)
  })

  test('the tree can be looked at', async () => {
    const signal = AbortSignal.timeout(60_000)
    expect(await connection.listEntradas({ q: 'PERSONAS', limite: 10 }, signal)).toEqual([
      { nombre: PERSONAS, tipoObjeto: 'busqueda', clase: 'entrada' },
    ])
    const rootless = await open({ ...server.config, base: '' })
    expect(await rootless.listEntradas({ limite: 10 }, signal)).toMatchObject([{ nombre: BASE }])
    await rootless.ping(signal)
    await rootless.close()
  })

  test.each([
    [{ contrasena: 'mala' }, 'el usuario o la contraseña no son correctos'],
    [{ usuario: 'nadie' }, 'el DN no está bien escrito'],
    [{ seguridad: 'starttls' }, 'no admite esa operación'],
  ])('who may not come in with %j is told why', async (changes, motivo) => {
    await expect(open({ ...server.config, ...changes })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining(motivo),
    })
  })

  test('who waits no longer leaves a connection that is not used again', () =>
    expectLeft({
      target: { host: '127.0.0.1', puerto: server.config.puerto },
      open: (config) => open({ ...server.config, ...config }),
      operation: prepare('busqueda', { filtro: '(uid=ana)' }, []),
    }))

  test('a connection that went is not opened anew as nobody', async () => {
    const way = await openSilentWay({ host: '127.0.0.1', puerto: server.config.puerto })
    const through = await open({ ...server.config, ...way.config })
    await way.close()
    await expect.poll(() => through.usable, { timeout: 60_000 }).toBe(false)
    await expect(call('busqueda', { filtro: '(uid=ana)' }, {}, through)).rejects.toMatchObject({
      codigo: 'SERVIDOR_NO_RESPONDE',
    })
  })

  test.skipIf(!hasOpenssl)('with STARTTLS the certificate is of the name, whatever the address', () =>
    expectStartTls({
      start: startSlapd,
      open,
      expectWorks: async (through) =>
        expect(await call('busqueda', { filtro: '(uid=ana)' }, {}, through)).toMatchObject({ total: 1 }),
      startTls: startLdapTls,
      clearPuerto: server.config.puerto,
    }),
  )
})

test('where nobody listens, that is said', async () => {
  await expect(open({ host: '127.0.0.1', puerto: 1, seguridad: 'ninguna' })).rejects.toMatchObject(
    NOBODY_LISTENS,
  )
})

test('a user without a password would be nobody', () => {
  expect(ldap.config.safeParse({ host: 'x', usuario: 'cn=a' }).success).toBe(false)
})

test.each([
  ['busqueda', { filtro: '(uid={uid})' }, [], 'objeto.filtro'],
  ['busqueda', { filtro: 'uid=ana' }, [], 'objeto.filtro'],
  ['busqueda', { filtro: '(uid=ana)(uid=luis)' }, [], 'objeto.filtro'],
  ['busqueda', { filtro: '(uid=ana)' }, ['uid'], 'parametros'],
  ['entrada', { dn: 'x', operacion: 'crear' }, [], 'parametros'],
  ['autenticacion', { filtro: '(uid=ana)' }, [], 'parametros'],
])('%s with %j and %j is refused when it is published', (tipoObjeto, objeto, parametros, campo) => {
  expect(() => prepare(tipoObjeto, objeto, parametros)).toThrow(refusalOf(campo))
})

import { createServer, type Server, type Socket } from 'node:net'
import { Binario, monotonicNow } from '@div/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listenFor } from '../eventos/testing-listen.ts'
import { callContext, connectDeps, openSilentWay } from '../sql/testing.ts'
import { freePort } from '../testing-network.ts'
import { parseBrokers } from './brokers.ts'
import { kafka } from './kafka.ts'
import type { KafkaConnection } from './kafka-connection.ts'
import {
  hasKcat,
  readTema,
  sendAsJava,
  sendCompressed,
  startCluster,
  type TestCluster,
  touchTema,
} from './testing.ts'

const deps = connectDeps()
const opened: KafkaConnection[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()))
})

async function open(config: object, changes: object = {}) {
  const connection = await kafka.connect(kafka.config.parse(config), { ...deps, ...changes })
  opened.push(connection)
  return connection
}

function prepare(objeto: object, parametros: readonly string[] = ['mensaje']) {
  const tipo = kafka.objetos.publicacion
  if (!tipo) throw new Error('no publicacion')
  return tipo.prepare(tipo.objeto.parse(objeto), parametros, deps)
}

const context = () => ({ ...callContext(), deadline: monotonicNow() + 30_000 })

test.each([
  ['kafka1', [{ host: 'kafka1', port: 9_092 }]],
  [
    ' a.b:1 , [::1]:2,10.0.0.1 ',
    [
      { host: 'a.b', port: 1 },
      { host: '::1', port: 2 },
      { host: '10.0.0.1', port: 9_092 },
    ],
  ],
  ['a:0', null],
  ['a:70000', null],
  ['http://a', null],
  ['a b', null],
  ['[a]:1', null],
  [',', null],
])('the brokers «%s» are %j', (text, brokers) => {
  expect(parseBrokers(text)).toEqual(brokers)
})

test.each([
  [{ tema: 'a' }, [], 'parametros'],
  [{ tema: '{otro}' }, ['mensaje'], 'objeto.tema'],
  [{ tema: 'a' }, ['mensaje', 'suelto'], 'parametros'],
  [{ tema: 'a', nuloBorra: true }, ['mensaje'], 'objeto.clave'],
])('%j with %j is refused at publish', (objeto, parametros, campo) => {
  expect(() => prepare(objeto, parametros)).toThrow(
    expect.objectContaining({ errores: [expect.objectContaining({ campo })] }),
  )
})

describe.skipIf(!hasKcat)('a cluster of librdkafka', () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(3)
  })
  afterAll(() => cluster.stop())

  const publish = async (objeto: object, valores: Record<string, unknown>, connection?: KafkaConnection) => {
    const on = connection ?? (await open({ brokers: cluster.brokers }))
    return prepare(objeto, Object.keys(valores)).run(on, valores, context()) as Promise<{
      tema: string
      particion: number
      desplazamiento: string
    }>
  }
  const createTema = async () => {
    const tema = `div.prueba-${crypto.randomUUID()}`
    await touchTema(cluster.brokers, tema)
    return tema
  }

  test('a message is kept with its key and headers, as another client reads it', async () => {
    const tema = await createTema()
    const objeto = { tema: '{tema}', clave: 'cliente-{id}', cabeceras: { origen: 'div-{id}' } }
    const first = await publish(objeto, { tema, id: 7, mensaje: 'año ñandú €' })
    expect(first).toEqual({ tema, particion: expect.any(Number), desplazamiento: '0' })
    const { particion: partition } = first
    expect(await publish({ ...objeto, formato: 'json' }, { tema, id: 7, mensaje: { a: [1, null] } })).toEqual(
      {
        tema,
        particion: partition,
        desplazamiento: '1',
      },
    )
    const headers = ['origen', 'div-7', 'idempotency-key', 'ejecucion/n1/1']
    expect(await readTema(cluster.brokers, tema)).toMatchObject([
      { partition, offset: 0, key: 'cliente-7', payload: 'año ñandú €', headers },
      { partition, offset: 1, key: 'cliente-7', payload: '{"a":[1,null]}', headers },
    ])
  })

  test('a message goes to the partition that is asked for, whoever leads it, with or without content', async () => {
    const tema = await createTema()
    const connection = await open({ brokers: cluster.brokers })
    for (const n of [0, 1, 2, 3]) {
      const objeto = { tema, particion: '{n}', cabeceraId: '' }
      expect(await publish(objeto, { n, mensaje: `a ${n}` }, connection)).toMatchObject({ particion: n })
    }
    await publish({ tema, clave: 'k', particion: '0', nuloBorra: true }, { mensaje: null }, connection)
    const bytes = new Binario(Buffer.from('bytes'))
    await publish({ tema, particion: '1', formato: 'binario' }, { mensaje: bytes }, connection)
    await publish({ tema, particion: '1' }, { mensaje: null }, connection)
    const read = (await readTema(cluster.brokers, tema)).sort(
      (one, other) => one.partition - other.partition || one.offset - other.offset,
    )
    expect(read.map(({ partition, key, payload }) => [partition, key, payload])).toEqual([
      [0, null, 'a 0'],
      [0, 'k', null],
      [1, null, 'a 1'],
      [1, null, 'bytes'],
      [1, null, ''],
      [2, null, 'a 2'],
      [3, null, 'a 3'],
    ])
  })

  test('keys go where the clients of Kafka in Java send them', async () => {
    const tema = await createTema()
    const connection = await open({ brokers: cluster.brokers })
    const claves = ['a', 'b', 'cliente-7', 'ñandú', 'pedido/2026/11', 'x'.repeat(50)]
    const ours: [string, number][] = []
    for (const clave of claves) {
      const { particion } = await publish({ tema, clave: '{k}' }, { k: clave, mensaje: 1 }, connection)
      ours.push([clave, particion])
    }
    const otro = await createTema()
    for (const clave of claves) await sendAsJava(cluster.brokers, { tema: otro, clave })
    const theirs = await readTema(cluster.brokers, otro)
    expect(ours).toEqual(claves.map((clave) => [clave, theirs.find(({ key }) => key === clave)?.partition]))
    expect(new Set(ours.map(([, particion]) => particion)).size).toBeGreaterThan(1)
  })

  test('what the cluster does not have is told as such, and nothing is made', async () => {
    const tema = await createTema()
    await expect(publish({ tema, particion: '9' }, { mensaje: 1 })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining(`«${tema}» no tiene la partición 9: tiene 4`),
      extra: { reintentable: false },
    })
    const connection = await open({ brokers: cluster.brokers })
    await expect(publish({ tema: '{t}' }, { t: 'a/b', mensaje: 1 }, connection)).rejects.toMatchObject({
      errores: [
        { campo: 'objeto.tema', mensaje: expect.stringContaining('«a/b» no es el nombre de un tema') },
      ],
    })
    expect(connection.usable).toBe(true)
  })

  test('the topics are listed with their partitions', async () => {
    const tema = await createTema()
    const connection = await open({ brokers: `127.0.0.1:${await freePort()}, ${cluster.brokers}` })
    expect(await kafka.listObjetos?.(connection, { limite: 10, q: tema.toUpperCase() }, deps.signal)).toEqual(
      [{ nombre: tema, tipoObjeto: 'publicacion', clase: '4 particiones' }],
    )
  })

  test('every address that the cluster tells of itself is checked', async () => {
    const tema = await createTema()
    const asked: string[] = []
    const [first = ''] = cluster.brokers.split(',')
    const red = {
      ...deps.red,
      resolve: async (host: string) => {
        asked.push(host)
        // Whoever may be reached at first need not be the only one that is told.
        if (asked.length > 1) throw new Error(`${host} is not allowed`)
        return { address: '127.0.0.1', family: 4 as const }
      },
    }
    const connection = await open({ brokers: first.replace('127.0.0.1', 'kafka.ejemplo.com') }, { red })
    const sent = [0, 1, 2].map((particion) =>
      publish({ tema, particion: String(particion) }, { mensaje: 1 }, connection).catch(String),
    )
    for (const each of await Promise.all(sent)) expect(each).toEqual('Error: 127.0.0.1 is not allowed')
    expect(new Set(asked)).toEqual(new Set(['kafka.ejemplo.com', '127.0.0.1']))
  })

  const listen = async (opciones: object, listening: Parameters<typeof listenFor>[2]) => {
    const { llegada } = kafka.eventos ?? {}
    if (!llegada) throw new Error('no llegada')
    const connection = await open({ brokers: cluster.brokers })
    return listenFor(llegada.prepare(llegada.opciones.parse(opciones)), connection, listening)
  }

  test('each message begins a run, from where it was left, and what is given back comes again', async () => {
    const tema = await createTema()
    const connection = await open({ brokers: cluster.brokers })
    const send = (mensaje: string, particion = '0') =>
      publish({ tema, clave: 'k', particion, cabeceras: { origen: 'div' } }, { mensaje }, connection)
    await send('antes')
    let sent: Promise<unknown> = Promise.resolve()
    const first = await listen(
      { tema },
      {
        count: 2,
        onOpened() {
          sent = send('uno')
        },
        // It could not be stored.
        decide: (_datos, told) => (told === 1 ? 'devuelto' : 'hecho'),
      },
    )
    await sent
    expect(first.datos.map(({ mensaje }) => mensaje)).toEqual(['uno', 'uno'])
    expect(first.told[0]?.clave).toBe(first.told[1]?.clave)
    expect(first.datos[0]).toMatchObject({
      clave: 'k',
      tema,
      particion: 0,
      desplazamiento: '1',
      cabeceras: { origen: 'div' },
      fecha: expect.any(Date),
    })
    await send('dos')
    await send('tres')
    await send('cuatro', '2')
    const { datos } = await listen({ tema }, { count: 3, cursor: first.cursor })
    const seen = datos.map(({ mensaje }) => mensaje)
    // Partitions have no order among them.
    expect(seen.filter((mensaje) => mensaje !== 'cuatro')).toEqual(['dos', 'tres'])
    expect(seen).toContain('cuatro')
  })

  test('it may begin with all that there is, of every partition and whoever leads it', async () => {
    const tema = await createTema()
    const connection = await open({ brokers: cluster.brokers })
    for (const particion of ['0', '1', '2', '3'])
      await publish({ tema, particion, formato: 'json' }, { mensaje: { n: Number(particion) } }, connection)
    const { datos, cursor } = await listen(
      { tema, formato: 'json', desde: 'principio' },
      { count: 4, maximo: 1 },
    )
    expect(datos.map(({ mensaje }) => mensaje)).toEqual(
      expect.arrayContaining([{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }]),
    )
    expect(cursor).toEqual({ posiciones: { 0: '1', 1: '1', 2: '1', 3: '1' } })
  })

  test.each(['gzip', 'snappy', 'lz4', 'zstd'])(
    'what %s has made small is read, but not beyond the limit of an answer',
    async (codec) => {
      const tema = await createTema()
      const mensaje = Buffer.alloc(900_000, 'a')
      await sendCompressed(cluster.brokers, { tema, codec, mensaje })
      const fetch = async (respuestaBytes: number) => {
        const connection = await open(
          { brokers: cluster.brokers },
          { limits: { ...deps.limits, respuestaBytes } },
        )
        return connection.fetch(tema, new Map([[0, 0n]]), AbortSignal.timeout(30_000))
      }
      const { mensajes } = await fetch(1_000_000)
      expect(mensajes.map(({ valor }) => valor?.equals(mensaje))).toEqual([true])
      await expect(fetch(800_000)).rejects.toMatchObject({
        codigo: 'RESPUESTA_DEMASIADO_GRANDE',
        message: expect.stringContaining('supera el límite de 800000 bytes'),
      })
    },
  )

  test('a place after the end, as of a topic that was made anew, is left for the oldest that there is', async () => {
    const tema = await createTema()
    const connection = await open({ brokers: cluster.brokers })
    for (const particion of ['0', '0', '1', '1'])
      await publish({ tema, particion }, { mensaje: 1 }, connection)
    const places = new Map([
      [0, 9n],
      [1, 1n],
    ])
    const { siguientes } = await connection.fetch(tema, places, AbortSignal.timeout(30_000))
    expect([...siguientes]).toEqual([
      [0, 0n],
      [1, 1n],
    ])
  })

  test('a call that is given up leaves its connection, which is used no more', async () => {
    const [host = '', port = ''] = (cluster.brokers.split(',')[0] ?? '').split(':')
    const way = await openSilentWay({ host, puerto: Number(port) })
    const silent = await open({ brokers: `127.0.0.1:${way.config.puerto}` })
    way.fallSilent()
    const controller = new AbortController()
    const reason = new Error('nobody waits')
    const asking = silent.ping(controller.signal)
    controller.abort(reason)
    await expect(asking).rejects.toBe(reason)
    expect(silent.usable).toBe(false)
    await way.close()
  })

  test('a connection that goes is used no more', async () => {
    const [host = '', port = ''] = (cluster.brokers.split(',')[0] ?? '').split(':')
    const way = await openSilentWay({ host, puerto: Number(port) })
    const cut = await open({ brokers: `127.0.0.1:${way.config.puerto}` })
    await cut.ping(AbortSignal.timeout(30_000))
    await way.close()
    await expect.poll(() => cut.usable, { timeout: 30_000 }).toBe(false)
    await expect(cut.ping(AbortSignal.timeout(30_000))).rejects.toMatchObject({
      codigo: 'SERVIDOR_NO_RESPONDE',
    })
  })
})

test('where nobody listens, or nobody speaks the protocol, it does not answer', async () => {
  await expect(open({ brokers: `127.0.0.1:${await freePort()}` })).rejects.toMatchObject({
    codigo: 'SERVIDOR_NO_RESPONDE',
    message: expect.stringContaining('nadie escucha en ese puerto'),
  })
  const { puerto, close } = await listen((socket) => socket.destroy())
  await expect(open({ brokers: `127.0.0.1:${puerto}` })).rejects.toMatchObject({
    codigo: 'SERVIDOR_NO_RESPONDE',
  })
  close()
})

test('a broker that does not answer is passed over: the connection with the next one is used', async () => {
  const { puerto, close } = await startSaslBroker('ok')
  const brokers = `127.0.0.1:${await freePort()}, 127.0.0.1:${puerto}`
  const connection = await open({ brokers, autenticacion: { tipo: 'plain', ...USER } })
  expect(connection.usable).toBe(true)
  close()
})

test('whoever answers but does not tell what it understands is hung up on', async () => {
  const closed = Promise.withResolvers<void>()
  const { puerto, close } = await listen((socket) => {
    socket.on('close', () => closed.resolve())
    socket.on('error', () => {})
    socket.once('data', (request) => {
      // UNSUPPORTED_VERSION, and nothing that it understands.
      const answer = Buffer.from([0, 0, 0, 10, 0, 0, 0, 0, 0, 35, 0, 0, 0, 0])
      request.copy(answer, 4, 8, 12)
      socket.write(answer)
    })
  })
  await expect(open({ brokers: `127.0.0.1:${puerto}` })).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: expect.stringContaining('es de una versión que no se admite'),
  })
  await closed.promise
  close()
})

/** A broker that knows one user, and nothing but how to sign in. */
const USER = { usuario: 'ana', contrasena: 'llave ñ' }

test('who calls proves it with PLAIN before anything else is asked', async () => {
  const { puerto, close, said } = await startSaslBroker('ok')
  const connection = await open({ brokers: `127.0.0.1:${puerto}`, autenticacion: { tipo: 'plain', ...USER } })
  expect(connection.usable).toBe(true)
  expect(said()).toContain('\0ana\0llave ñ')
  close()
})

test('a mechanism is asked for by its name', async () => {
  const { puerto, close, said } = await startSaslBroker('mecanismo')
  const autenticacion = { tipo: 'scram512', ...USER }
  await expect(open({ brokers: `127.0.0.1:${puerto}`, autenticacion })).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
  })
  expect(said()).toContain('SCRAM-SHA-512')
  close()
})

test.each([
  ['no', 'el usuario o la contraseña no son correctos'],
  ['mecanismo', 'no admite ese modo de identificarse'],
] as const)('a broker that says «%s» does not admit whoever asks', async (answer, motivo) => {
  const { puerto, close } = await startSaslBroker(answer)
  await expect(
    open({ brokers: `127.0.0.1:${puerto}`, autenticacion: { tipo: 'plain', ...USER } }),
  ).rejects.toMatchObject({ codigo: 'SERVIDOR_RECHAZA', message: expect.stringContaining(motivo) })
  close()
})

async function listen(serve: (socket: Socket) => void): Promise<{ puerto: number; close(): void }> {
  const server: Server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { puerto: typeof address === 'object' && address ? address.port : 0, close: () => server.close() }
}

/** Answers to ApiVersions, SaslHandshake and SaslAuthenticate as the protocol documents them. */
async function startSaslBroker(
  answer: 'ok' | 'no' | 'mecanismo',
): Promise<{ puerto: number; close(): void; said(): string }> {
  let said = ''
  const sockets: Socket[] = []
  const int16 = (value: number) => Buffer.from([(value >> 8) & 0xff, value & 0xff])
  const int32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32BE(value)
    return bytes
  }
  const string = (text: string) => Buffer.concat([int16(text.length), Buffer.from(text)])
  const apis = [
    [0, 3, 7],
    [3, 4, 4],
    [17, 1, 1],
    [18, 0, 0],
    [36, 0, 0],
  ]
  const answers: Readonly<Record<number, (version: number) => Buffer>> = {
    18: (version) =>
      Buffer.concat([
        int16(0),
        int32(apis.length),
        ...apis.flat().map(int16),
        ...(version > 0 ? [int32(0)] : []),
      ]),
    17: () => Buffer.concat([int16(answer === 'mecanismo' ? 33 : 0), int32(1), string('GSSAPI')]),
    36: () =>
      answer === 'ok'
        ? Buffer.concat([int16(0), int16(-1), int32(0)])
        : Buffer.concat([int16(58), string('Authentication failed'), int32(0)]),
  }
  const { puerto, close } = await listen((socket) => {
    sockets.push(socket)
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      received = Buffer.concat([received, data])
      while (received.length >= 4 && received.length >= 4 + received.readInt32BE()) {
        const request = received.subarray(4, 4 + received.readInt32BE())
        received = received.subarray(4 + request.length)
        said += request.toString()
        const body = answers[request.readInt16BE()]?.(request.readInt16BE(2)) ?? Buffer.alloc(0)
        const correlation = request.subarray(4, 8)
        socket.write(Buffer.concat([int32(4 + body.length), correlation, body]))
      }
    })
  })
  return {
    puerto,
    said: () => said,
    close() {
      for (const socket of sockets) socket.destroy()
      close()
    },
  }
}

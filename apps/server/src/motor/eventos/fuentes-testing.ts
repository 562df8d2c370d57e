import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EventoDeTarea } from '@div/contract'
import {
  hasSshd,
  hasVsftpd,
  startSshd,
  startVsftpd,
  type TestArchivos,
} from '@div/servidores/testing-archivos'
import { hasDovecot, putMensaje, signInTo, startDovecot } from '@div/servidores/testing-imap'
import { hasKcat, sendCompressed, startCluster, touchTema } from '@div/servidores/testing-kafka'
import { hasMosquitto, MQTT, openTema } from '@div/servidores/testing-mqtt'
import { hasNats, NATS, openFlujo } from '@div/servidores/testing-nats'
import { hasRabbitmq, openCola, RABBITMQ } from '@div/servidores/testing-rabbitmq'
import { startS3 } from '@div/servidores/testing-s3'
import { hasMariadb, openMariadb, openPostgresql, type TestDatabase } from '@div/servidores/testing-sql'

/** A place of its own at a source: what is put there is an event, whose `pedido` is the text that was put. */
interface Lugar {
  evento: Pick<EventoDeTarea, 'tipoEvento' | 'opciones' | 'mapeo'>
  put(pedido: string): Promise<void>
  /** How many the source holds that nobody has confirmed; absent: it cannot be asked, or keeps no such thing. */
  count?(): Promise<number>
  close(): Promise<void>
}

export interface Fuente {
  tipoServidor: string
  config: Record<string, unknown>
  openLugar(): Promise<Lugar>
  stop(): Promise<void>
}

interface FuenteDePrueba {
  nombre: string
  isHere: boolean
  /** Nothing tells a message from another that is alike: one that was stored and not confirmed begins again. */
  repite?: true
  start(): Promise<Fuente>
}

const nobody = async () => {}

const JSON_MAPEO = { pedido: 'mensaje.pedido' }
const asJson = (pedido: string) => JSON.stringify({ pedido })

const rabbitmq = async (): Promise<Fuente> => ({
  tipoServidor: 'rabbitmq',
  config: RABBITMQ,
  stop: nobody,
  async openLugar() {
    const { cola, put, count, close } = await openCola()
    return {
      evento: { tipoEvento: 'llegada', opciones: { cola, formato: 'json' }, mapeo: JSON_MAPEO },
      put: (pedido) => put(asJson(pedido), { messageId: randomUUID() }),
      count,
      close,
    }
  },
})

const nats = async (): Promise<Fuente> => ({
  tipoServidor: 'nats',
  config: NATS,
  stop: nobody,
  async openLugar() {
    const { flujo, consumidor, put, count, close } = await openFlujo()
    return {
      evento: { tipoEvento: 'llegada', opciones: { flujo, consumidor, formato: 'json' }, mapeo: JSON_MAPEO },
      put: (pedido) => put(asJson(pedido)),
      count,
      close,
    }
  },
})

const mqtt = async (): Promise<Fuente> => ({
  tipoServidor: 'mqtt',
  config: MQTT,
  stop: nobody,
  async openLugar() {
    const { tema, put, close } = await openTema()
    return {
      evento: { tipoEvento: 'mensajeNuevo', opciones: { tema, formato: 'json' }, mapeo: JSON_MAPEO },
      put: (pedido) => put(asJson(pedido)),
      close,
    }
  },
})

async function kafka(): Promise<Fuente> {
  const { brokers, stop } = await startCluster(1)
  return {
    tipoServidor: 'kafka',
    config: { brokers },
    stop,
    async openLugar() {
      const tema = `div-prueba-${randomUUID()}`
      await touchTema(brokers, tema)
      return {
        evento: {
          tipoEvento: 'llegada',
          opciones: { tema, formato: 'json', desde: 'principio' },
          mapeo: JSON_MAPEO,
        },
        put: (pedido) =>
          sendCompressed(brokers, { tema, codec: 'none', mensaje: Buffer.from(asJson(pedido)) }),
        close: nobody,
      }
    },
  }
}

/** Each file in a folder of its own is an event, and its name is what was put. */
async function archivos(
  tipoServidor: string,
  { config, carpeta, remota, stop }: TestArchivos,
): Promise<Fuente> {
  const { otraClave: _, ...settings } = config
  return {
    tipoServidor,
    config: settings,
    stop,
    async openLugar() {
      const nombre = randomUUID()
      await mkdir(join(carpeta, nombre))
      return {
        evento: {
          tipoEvento: 'archivoNuevo',
          opciones: { carpeta: `${remota}/${nombre}`, patron: '*', cadaSegundos: 1 },
          mapeo: { pedido: 'nombre' },
        },
        put: (pedido) => writeFile(join(carpeta, nombre, pedido), 'contenido'),
        close: nobody,
      }
    },
  }
}

async function s3(): Promise<Fuente> {
  const server = await startS3()
  const { puerto: _, ...config } = server.config
  return { ...(await archivos('s3', server)), config }
}

async function imap(): Promise<Fuente> {
  const server = await startDovecot()
  const client = await signInTo(server)
  return {
    tipoServidor: 'imap',
    config: server.config,
    async stop() {
      await client.logout()
      await server.stop()
    },
    async openLugar() {
      const carpeta = randomUUID()
      await client.mailboxCreate(carpeta)
      return {
        evento: {
          tipoEvento: 'mensajeNuevo',
          opciones: { carpeta, desde: 'principio', cadaSegundos: 1 },
          mapeo: { pedido: 'asunto' },
        },
        put: (pedido) => putMensaje(client, carpeta, pedido),
        close: nobody,
      }
    },
  }
}

async function filas(tipoServidor: string, { config, sql, drop }: TestDatabase): Promise<Fuente> {
  return {
    tipoServidor,
    config,
    stop: drop,
    async openLugar() {
      const tabla = `pedidos_${randomUUID().replaceAll('-', '')}`
      await sql(`create table ${tabla} (id int primary key, pedido varchar(20))`)
      let id = 0
      return {
        evento: {
          tipoEvento: 'fila',
          opciones: {
            tabla,
            columnaCursor: 'id',
            columnaClave: 'id',
            desde: 'principio',
            cadaSegundos: 1,
          },
          mapeo: { pedido: 'fila.pedido' },
        },
        async put(pedido) {
          await sql(`insert into ${tabla} values (:id, :pedido)`, { id: ++id, pedido })
        },
        close: nobody,
      }
    },
  }
}

/** What may begin a tarea, each at a peer that runs beside the tests. */
export const FUENTES: readonly FuenteDePrueba[] = [
  { nombre: 'RabbitMQ', isHere: await hasRabbitmq(), start: rabbitmq },
  { nombre: 'NATS', isHere: await hasNats(), start: nats },
  { nombre: 'Mosquitto', isHere: await hasMosquitto(), repite: true, start: mqtt },
  { nombre: 'the protocol of Kafka by librdkafka', isHere: hasKcat, start: kafka },
  { nombre: 'sshd of OpenSSH', isHere: hasSshd, start: async () => archivos('sftp', await startSshd()) },
  {
    nombre: 'vsftpd with TLS',
    isHere: hasVsftpd,
    start: async () => archivos('ftp', await startVsftpd({ seguridad: 'explicita' })),
  },
  { nombre: 'the protocol of S3 by a service of the tests', isHere: true, start: s3 },
  { nombre: 'Dovecot', isHere: hasDovecot, start: imap },
  {
    nombre: 'PostgreSQL',
    isHere: true,
    start: async () => filas('postgresql', await openPostgresql()),
  },
  { nombre: 'MariaDB', isHere: await hasMariadb(), start: async () => filas('mysql', await openMariadb()) },
]

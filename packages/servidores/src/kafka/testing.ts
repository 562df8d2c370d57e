import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

const KCAT = '/usr/bin/kcat'
export const hasKcat = existsSync(KCAT)

/** A cluster that librdkafka makes within a process of kcat: it speaks the protocol of Kafka, without Kafka's own server. */
export interface TestCluster {
  brokers: string
  stop(): Promise<void>
}

export async function startCluster(brokers: number): Promise<TestCluster> {
  // It is there as long as its producer waits for something to send. Whatever address it is given, it makes its own.
  const mock = ['-X', `test.mock.num.brokers=${brokers}`, '-d', 'mock']
  const cluster = spawn(KCAT, ['-P', '-t', 'nadie', '-b', 'localhost', ...mock], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const said = await new Promise<string>((resolve, reject) => {
    let words = ''
    cluster.stderr.on('data', (data) => {
      words += String(data)
      const found = /Mock cluster \S+ bootstrap\.servers=(\S+)/.exec(words)?.[1]
      if (found !== undefined) resolve(found)
    })
    cluster.once('exit', () => reject(new Error(`kcat ended: ${words}`)))
  })
  return {
    brokers: said,
    async stop() {
      const ended = new Promise((resolve) => cluster.once('exit', resolve))
      // Its producer would wait for what it still has to send.
      cluster.kill('SIGKILL')
      await ended
    },
  }
}

/** What another client of Kafka, librdkafka's, reads of a topic. */
export interface Leido {
  partition: number
  offset: number
  key: string | null
  payload: string | null
  headers?: string[]
}

export async function readTema(brokers: string, tema: string): Promise<Leido[]> {
  const reader: ChildProcess = spawn(KCAT, [
    '-C',
    '-b',
    brokers,
    '-t',
    tema,
    '-o',
    'beginning',
    '-e',
    '-q',
    '-J',
  ])
  let text = ''
  reader.stdout?.on('data', (data) => {
    text += String(data)
  })
  await new Promise((resolve) => reader.once('close', resolve))
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** Sends something as clients in Java choose its partition. */
export async function sendAsJava(
  brokers: string,
  { tema, clave }: { tema: string; clave: string },
): Promise<void> {
  const choice = ['-X', 'topic.partitioner=murmur2_random']
  const sender = spawn(KCAT, ['-P', '-b', brokers, '-t', tema, '-k', clave, ...choice], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  sender.stdin.end('x')
  await new Promise((resolve) => sender.once('close', resolve))
}

/** Sends it as a client that compresses its batches, into the first partition. */
export async function sendCompressed(
  brokers: string,
  { tema, codec, mensaje }: { tema: string; codec: string; mensaje: Buffer },
): Promise<void> {
  const sender = spawn(KCAT, ['-P', '-b', brokers, '-t', tema, '-p', '0', '-z', codec, '-D', '\\0'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  sender.stdin.end(mensaje)
  await new Promise((resolve) => sender.once('close', resolve))
}

/** Makes the topic: there a topic is made by whoever asks of it. */
export async function touchTema(brokers: string, tema: string): Promise<void> {
  const asker = spawn(KCAT, ['-L', '-b', brokers, '-t', tema], { stdio: 'ignore' })
  await new Promise((resolve) => asker.once('close', resolve))
}

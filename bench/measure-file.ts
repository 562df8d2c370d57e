import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { startSshd } from '../packages/servidores/src/archivos/testing.ts'
import { fillOrigen, readDestino } from './database.ts'
import type { DrawnServer } from './drawn-server.ts'
import { cpuSeconds, memoryMiB } from './process-usage.ts'
import { importFlujo } from './workloads.ts'

const SAMPLE_MS = 250
const BLOCK_ROWS = 10_000
const MIB = 1_048_576

/** A large CSV of an OpenSSH through a split into PostgreSQL, and what the worker holds on to meanwhile. */
export async function measureFile(
  { motor, pids, api }: DrawnServer,
  { url, megabytes, rounds }: { url: string; megabytes: number; rounds: number },
): Promise<void> {
  const server = await startSshd()
  try {
    const file = join(server.carpeta, 'ventas.csv')
    const rows = await writeVentas(file, megabytes * MIB)
    const { size } = await stat(file)
    const ruta = await publishImport(api, {
      url,
      archivo: `${server.remota}/ventas.csv`,
      config: server.config,
    })
    for (let round = 0; round < rounds; round++) {
      // Empties what is written to.
      await fillOrigen(url, 0)
      const cpuBefore = cpuSeconds(pids)
      const began = performance.now()
      const watching = watchMemory(pids)
      const status = await untilPublished(`${motor}${ruta}`).finally(watching.stop)
      const seconds = (performance.now() - began) / 1_000
      const held = watching.samples
      const { filas } = await readDestino(url)
      if (status !== 200 || filas !== rows) throw new Error(`file: ${status}, ${filas} of ${rows} rows`)
      const cpu = cpuSeconds(pids) - cpuBefore
      const quarters = [0, 1, 2, 3].map((quarter) =>
        Math.round(Math.max(...held.slice((held.length * quarter) / 4, (held.length * (quarter + 1)) / 4))),
      )
      process.stdout.write(
        `file ${Math.round(size / MIB)} MiB  ${rows} rows in ${seconds.toFixed(1)} s  ${Math.round(rows / seconds)} rows/s  CPU ${((cpu * 1e6) / rows).toFixed(2)} µs/row  memory, most in each quarter: ${quarters.join(' ')} MiB\n`,
      )
    }
  } finally {
    await server.stop()
  }
}

/** The canal is there once it has reached the worker. */
async function untilPublished(address: string): Promise<number> {
  for (;;) {
    const status = await post(address)
    if (status !== 404) return status
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
  }
}

/** Not with fetch, which waits five minutes for an answer to begin. */
async function post(address: string): Promise<number> {
  const asked = request(address, { method: 'POST' }).end()
  const [answer] = await once(asked, 'response')
  answer.resume()
  return answer.statusCode
}

async function publishImport(
  api: DrawnServer['api'],
  {
    url,
    archivo,
    config: { otraClave: _, ...config },
  }: { url: string; archivo: string; config: Record<string, unknown> },
): Promise<string> {
  const create = async (path: string, body: object) => (await api('POST', path, body)) as { id: string }
  const target = new URL(url)
  const resiliencia = { tiempoMaximoMs: 3_600_000 }
  const sftp = await create('/servidores', {
    nombre: 'Archivos',
    tipoServidor: 'sftp',
    permitirRedPrivada: true,
    config,
    resiliencia,
  })
  const base = await create('/servidores', {
    nombre: 'Destino de archivos',
    tipoServidor: 'postgresql',
    permitirRedPrivada: true,
    config: {
      host: target.hostname,
      puerto: Number(target.port),
      baseDatos: target.pathname.slice(1),
      usuario: decodeURIComponent(target.username),
      contrasena: decodeURIComponent(target.password),
    },
    resiliencia,
  })
  const { id: procesoId } = await create('/procesos', {
    nombre: 'Importar un archivo',
    flujo: importFlujo({ sftp: sftp.id, base: base.id, archivo }),
  })
  await api('POST', `/procesos/${procesoId}/publicar`, {})
  const canal = await create('/canales', {
    nombre: 'Archivos',
    tipo: 'REST',
    ruta: 'archivos',
    tiempoMaximoMs: 3_600_000,
  })
  await api('PUT', `/canales/${canal.id}/procesos`, [
    { procesoId, version: 'publicada', metodo: 'POST', ruta: '/importacion' },
  ])
  return '/rest/archivos/importacion'
}

function watchMemory(pids: readonly number[]): { samples: readonly number[]; stop(): void } {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(memoryMiB(pids)), SAMPLE_MS)
  return { samples, stop: () => clearInterval(timer) }
}

/** As spreadsheets in Spanish write it. Answers how many rows it has. */
async function writeVentas(file: string, bytes: number): Promise<number> {
  const written = createWriteStream(file)
  written.write('id;nombre;importe;dia\r\n')
  let [rows, length] = [0, 0]
  while (length < bytes) {
    const block = Array.from({ length: BLOCK_ROWS }, (_, at) => {
      const id = rows + at
      return `${id};"Artículo ""${id}""";${id % 1_000},50;${String(1 + (id % 28)).padStart(2, '0')}/11/2026\r\n`
    }).join('')
    rows += BLOCK_ROWS
    length += Buffer.byteLength(block)
    if (!written.write(block)) await once(written, 'drain')
  }
  written.end()
  await once(written, 'close')
  return rows
}

import { ArchivoIlegible } from '@div/contract'
import { checkHojas, unpackZip } from '@div/formatos'
import { readArchivo } from '../../../archivos/read-archivo.ts'
import type { PorLeer } from './lectura-protocol.ts'

/** A row as `columna: valor`, so that each passage says what its values are. */
export async function readCsv({ archivo, limits }: PorLeer): Promise<string> {
  const { cabecera, filas } = await readArchivo(Buffer.from(archivo), {
    importacionBytes: limits.ragDocumentoBytes,
    importacionDesempaquetadaBytes: limits.ragDesempaquetadoBytes,
  })
  const written: string[] = []
  for await (const { celdas } of filas) written.push(writeFila(cabecera, celdas))
  return written.join('\n\n')
}

/** Every sheet under its name. */
export async function readXlsx({ archivo, limits }: PorLeer): Promise<string> {
  const unpacked = await unpackZip(archivo, limits.ragDesempaquetadoBytes)
  if (!unpacked)
    throw new ArchivoIlegible({ motivo: 'no es un libro XLSX o es demasiado grande al desempaquetarlo' })
  checkHojas(unpacked, (motivo) => {
    throw new ArchivoIlegible({ motivo })
  })
  const { default: readHojas } = await import('read-excel-file/node')
  const hojas = await readHojas(Buffer.from(unpacked.buffer))
  return hojas
    .map(({ sheet, data: [cabecera = [], ...filas] }) => {
      const names = cabecera.map((celda) => writeCelda(celda))
      const written = filas.map((fila) => writeFila(names, fila)).filter((text) => text !== '')
      return [`# ${sheet}`, ...written].join('\n\n')
    })
    .join('\n\n')
}

function writeFila(cabecera: readonly string[], celdas: readonly unknown[]): string {
  return celdas
    .flatMap((celda, index) => {
      const text = writeCelda(celda)
      if (text === '') return []
      const name = cabecera[index] ?? ''
      return [name === '' ? text : `${name}: ${text}`]
    })
    .join('\n')
    .replaceAll(/^#/gm, ' #')
}

const DAY_MS = 86_400_000

function writeCelda(celda: unknown): string {
  if (celda === null || celda === undefined) return ''
  if (!(celda instanceof Date)) return String(celda).trim()
  const iso = celda.toISOString()
  return celda.getTime() % DAY_MS === 0 ? iso.slice(0, 10) : iso
}

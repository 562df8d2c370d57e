import type { Conversion, Paquete } from '@div/contract'
import { useRef, useState } from 'react'
import { ApiError, describeError } from '../../shared/api-error.ts'
import { convertFlujo } from './procesos-api.ts'
import { readImportado } from './read-importado.ts'

interface Importado {
  /** Those that can be imported: one of ours, or as many as the flow of another tool became. */
  paquetes: readonly Paquete[]
  conversion: Conversion | null
  /** Why it is none. */
  reasons: readonly string[]
  isConverting: boolean
}

const NOTHING: Importado = { paquetes: [], conversion: null, reasons: [], isConverting: false }

/** What a text that was chosen or pasted holds, converted where another tool wrote it. */
export function useImportado() {
  const [importado, setImportado] = useState<Importado>(NOTHING)
  /** Counts what was read: an answer about an earlier text comes too late. */
  const latest = useRef(0)

  async function read(text: string) {
    latest.current += 1
    const found = readImportado(text)
    if (found.isPaquete) setImportado({ ...NOTHING, paquetes: [found.paquete] })
    else if (!('documento' in found))
      setImportado({ ...NOTHING, reasons: text.trim() === '' ? [] : found.reasons })
    else await convert(found.documento)
  }

  async function convert(documento: unknown) {
    const asked = latest.current
    setImportado({ ...NOTHING, isConverting: true })
    const answer = await convertFlujo(documento).then(
      (conversion): Importado => ({ ...NOTHING, conversion, paquetes: conversion.paquetes }),
      (error: unknown): Importado => ({ ...NOTHING, reasons: reasonsOf(error) }),
    )
    if (asked === latest.current) setImportado(answer)
  }

  function clear() {
    latest.current += 1
    setImportado(NOTHING)
  }

  return { ...importado, read, clear }
}

/** What is wrong at each place of the document, else what was refused as a whole. */
function reasonsOf(error: unknown): readonly string[] {
  const found = error instanceof ApiError ? error.errores.map(({ mensaje }) => mensaje) : []
  return found.length > 0 ? [...new Set(found)] : [describeError(error)]
}

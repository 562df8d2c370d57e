import { Binario, ConversionFallida, type Limits } from '@div/contract'
import type { Scope } from '@div/engine'
import {
  compileFormato,
  ETIQUETAS_DE_FORMATOS,
  encodeText,
  isFormatoDeRegistros,
  LIBRO,
  libroSchema,
  type Notacion,
  openDecoder,
  type Reglas,
  readLibro,
  readText,
  writeLibro,
} from '@div/formatos'
import { toTexto } from '@div/formula'
import { FORMATOS } from '@div/funciones'
import { compileXml } from './compile-xml.ts'
import type { PasoConvertir } from './convertir.ts'

type Convert = (value: unknown) => unknown

/** A text or bytes as data, or data as a text; in another encoding than UTF-8 a text is bytes. */
export function compileConvertir(paso: PasoConvertir, place: string, scope: Scope): Convert {
  const { formato, sentido, esquema } = paso
  const { limits } = scope
  if (formato === 'xml' && esquema) return compileXml(paso, esquema, { place, scope })
  if (formato === LIBRO) return compileLibro(paso, limits)
  if (!isFormatoDeRegistros(formato)) {
    const { read, write } = FORMATOS[formato]
    return sentido === 'leer' ? (value) => read(toTexto(value), limits) : (value) => write(value, limits)
  }
  const notacion = compileFormato(formato, paso)
  // The schema has found it.
  if (notacion === null) return () => null
  const reglas = reglasOf(formato, limits)
  return sentido === 'leer'
    ? compileLeer(paso, notacion, { ...reglas, maximo: limits.elementos })
    : compileEscribir(paso, notacion, reglas)
}

function compileLeer(
  { codificacion }: PasoConvertir,
  notacion: Notacion,
  reglas: Reglas & { maximo: number },
): Convert {
  return (value) => {
    const decode = openDecoder(codificacion, reglas)
    const text = value instanceof Binario ? decode(value.bytes) + decode() : toTexto(value)
    return readText(text, notacion, reglas)
  }
}

function compileEscribir({ codificacion }: PasoConvertir, notacion: Notacion, reglas: Reglas): Convert {
  return (value) => {
    if (!Array.isArray(value)) return reglas.refuse('hace falta una lista de registros')
    const text = notacion.write(value, reglas)
    return codificacion === 'utf-8' ? text : new Binario(encodeText(text, codificacion, reglas))
  }
}

/** Answers a promise. */
function compileLibro({ sentido, xlsx = libroSchema.parse({}) }: PasoConvertir, limits: Limits): Convert {
  const reglas = reglasOf(LIBRO, limits)
  const rules = { ...reglas, maximo: limits.elementos, maximoBytes: limits.libroBytes }
  if (sentido === 'leer')
    return (value) => {
      const binario = value instanceof Binario ? value : Binario.parse(toTexto(value))
      return binario ? readLibro(binario.bytes, xlsx, rules) : reglas.refuse('hace falta un binario')
    }
  return async (value) => {
    if (!Array.isArray(value)) return reglas.refuse('hace falta una lista de registros')
    return new Binario(await writeLibro(value, xlsx, reglas))
  }
}

function reglasOf(formato: string, limits: Limits): Reglas {
  return {
    limits,
    maximoRegistro: limits.cuerpoBytes,
    vacio: 'texto',
    finDeLinea: 'crlf',
    textOf: (value) => (value === null || value === undefined ? null : toTexto(value)),
    refuse(motivo, cause) {
      throw new ConversionFallida({ formato: ETIQUETAS_DE_FORMATOS[formato] ?? formato, motivo }, { cause })
    },
  }
}

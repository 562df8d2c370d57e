import type { ColumnaDeObjeto, DetalleDeObjeto, ObjetoDeServidor, Parametro } from '@div/contract'
import type { Lugar, RestOperation, RestParameter } from '@div/openapi'

/** An operation of a contract as the catalogue lists it, with what a node that calls it keeps. */
export function describeEntry(nombre: string, operation: RestOperation): ObjetoDeServidor {
  const { metodo, ruta, resumen } = operation
  return {
    nombre,
    tipoObjeto: 'operacion',
    clase: `${metodo} ${ruta === '' ? '/' : ruta}`,
    ...(resumen !== undefined && { descripcion: resumen }),
    objeto: objetoOf(operation),
  }
}

function objetoOf({ metodo, ruta, cuerpo, cabeceras, parametros }: RestOperation): Record<string, unknown> {
  const lugares = Object.fromEntries(
    parametros
      .filter((each) => !isUsual(each, metodo))
      .map(({ parametro, lugar, nombre, estilo }) => [
        parametro.nombre,
        { lugar, ...(nombre !== parametro.nombre && { nombre }), ...(estilo && { estilo }) },
      ]),
  )
  return { metodo, ruta, lugares, cabeceras, ...(cuerpo !== 'ninguno' && { cuerpo }) }
}

/** It goes there without a word: see `lugares` of the schema. */
function isUsual({ parametro, lugar, nombre, estilo }: RestParameter, metodo: string): boolean {
  const usual = /^(?:GET|HEAD|DELETE|OPTIONS)$/.test(metodo) ? 'consulta' : 'cuerpo'
  return nombre === parametro.nombre && estilo === undefined && (lugar === 'ruta' || lugar === usual)
}

export function describeOperation(nombre: string, operation: RestOperation): DetalleDeObjeto {
  const { parametros, respuesta } = operation
  return {
    ...describeEntry(nombre, operation),
    columnas: [],
    parametros: parametros.map(toColumna),
    entrada: parametros.map(({ parametro, lugar }) =>
      lugar === 'cookie' ? parametro : { ...parametro, origen: lugar },
    ),
    salida: [
      { nombre: 'estado', tipo: 'entero' },
      { nombre: 'cabeceras', tipo: 'objeto', campos: [...respuesta.cabeceras] },
      ...(respuesta.cuerpo ? [respuesta.cuerpo] : []),
    ],
  }
}

const LUGARES: Readonly<Record<Lugar, string>> = {
  ruta: 'en la ruta',
  consulta: 'en la consulta',
  cabecera: 'cabecera',
  cookie: 'cookie',
  cuerpo: 'en el cuerpo',
}

function toColumna({ parametro, lugar }: RestParameter): ColumnaDeObjeto {
  const { nombre, tipo = 'cualquiera', requerido = false }: Parametro = parametro
  return { nombre, tipo, tipoNativo: LUGARES[lugar], nulo: !requerido, modo: 'IN' }
}

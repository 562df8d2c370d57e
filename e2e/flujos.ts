/** A node as a story draws it: where it stands is told by its place among the others. */
export interface Drawn {
  id: string
  tipo: string
  nombre: string
  [field: string]: unknown
}

/** Four to a row. Lines are `a>b`, or with a handle `a:si>b`. */
export function flujoOf(nodos: readonly Drawn[], ...lines: string[]) {
  return {
    version: 1,
    nodos: nodos.map((nodo, at) => ({
      parametros: [],
      posicion: { x: (at % 4) * 300, y: Math.floor(at / 4) * 150 },
      ...nodo,
    })),
    conexiones: lines.map((line, at) => {
      const [from = '', destino = ''] = line.split('>')
      const [origen = '', salida] = from.split(':')
      return { id: `c${at}`, origen, destino, ...(salida !== undefined && { salida }) }
    }),
  }
}

interface Servidores {
  interno: { id: string }
  tienda: { id: string; tipoServidor: string }
}

/** Twelve nodes: waits, reads, goes through the rows, and fails where it divides by zero. */
export function twelveNodos({ interno, tienda }: Servidores) {
  const campo = (nombre: string, source: object) => ({ nombre, orden: 1, ...source })
  const wait = (id: string, nombre: string, ms: number) => ({
    id,
    tipo: 'proceso',
    nombre,
    servidorId: interno.id,
    tipoServidor: 'interno',
    tipoObjeto: 'espera',
    objeto: { ms },
  })
  return flujoOf(
    [
      {
        id: 'e',
        tipo: 'entrada',
        nombre: 'Entrada',
        parametros: [{ nombre: 'n', tipo: 'entero', requerido: true, ejemplo: 1, orden: 1 }],
      },
      wait('a', 'Preparar', 2_500),
      {
        id: 'b',
        tipo: 'proceso',
        nombre: 'Clientes',
        servidorId: tienda.id,
        tipoServidor: tienda.tipoServidor,
        tipoObjeto: 'consulta',
        objeto: { sql: 'select id, nombre from clientes order by id limit 3' },
      },
      {
        id: 'p',
        tipo: 'splitter-split',
        nombre: 'Por cliente',
        lista: { nodo: 'b', ruta: 'filas' },
        concurrencia: 1,
        lote: 1,
        enError: 'detener',
      },
      wait('c', 'Atender', 100),
      {
        id: 't',
        tipo: 'transformacion',
        nombre: 'Ficha',
        parametros: [campo('nombre', { expresion: 'elemento.nombre' })],
      },
      { id: 'j', tipo: 'splitter-join', nombre: 'Fichas', split: 'p', union: { tipo: 'todos' } },
      {
        id: 'k',
        tipo: 'condicion',
        nombre: 'Hay pedido',
        casos: [{ nombre: 'si', expresion: 'e.n > 0' }],
      },
      {
        id: 'f',
        tipo: 'transformacion',
        nombre: 'Reparto',
        parametros: [campo('cuota', { expresion: '10 / (e.n - 1)' })],
      },
      {
        id: 'r',
        tipo: 'transformacion',
        nombre: 'Resumen',
        parametros: [campo('texto', { expresion: '"Son " & j.total & " a " & f.cuota' })],
      },
      {
        id: 's',
        tipo: 'salida',
        nombre: 'Respuesta',
        estadoHttp: 200,
        parametros: [campo('texto', { tipo: 'texto', valorAsignado: { nodo: 'r', ruta: 'texto' } })],
      },
      { id: 'z', tipo: 'salida', nombre: 'Sin pedido', estadoHttp: 204 },
    ],
    'e>a',
    'a>b',
    'b>p',
    'p:elemento>c',
    'c>t',
    't>j',
    'j>k',
    'k:si>f',
    'f>r',
    'r>s',
    'k:otro>z',
  )
}

/** A list that goes through steps, and a decision by rules that stand in groups. */
export function ofertas(tienda: Servidores['tienda']) {
  return flujoOf(
    [
      {
        id: 'e',
        tipo: 'entrada',
        nombre: 'Entrada',
        parametros: [
          { nombre: 'edad', tipo: 'entero', ejemplo: 20 },
          { nombre: 'ciudad', tipo: 'texto', ejemplo: 'Sevilla' },
        ],
      },
      {
        id: 'c',
        tipo: 'proceso',
        nombre: 'Clientes',
        servidorId: tienda.id,
        tipoServidor: 'sqlite',
        tipoObjeto: 'consulta',
        objeto: { sql: 'select id, nombre, ciudad from clientes order by id' },
      },
      {
        id: 't',
        tipo: 'transformacion',
        nombre: 'Resumen por ciudad',
        lista: { nodo: 'c', ruta: 'filas' },
        pasos: [
          { tipo: 'filtrar', expresion: 'elemento.id > 1' },
          {
            tipo: 'agrupar',
            por: ['ciudad'],
            agregados: [
              { nombre: 'cuantos', funcion: 'cuenta' },
              { nombre: 'mayor', funcion: 'maximo', campo: 'id' },
            ],
          },
          { tipo: 'ordenar', por: [{ campo: 'ciudad', sentido: 'descendente' }] },
        ],
      },
      {
        id: 'k',
        tipo: 'condicion',
        nombre: '¿Qué se le ofrece?',
        posicion: { x: 900, y: 0 },
        casos: [
          {
            nombre: 'vecino mayor de edad',
            regla: {
              y: [
                {
                  izquierda: { valorAsignado: { nodo: 'e', ruta: 'edad' } },
                  operador: 'mayorIgual',
                  derecha: { valor: 18 },
                },
                {
                  o: [
                    {
                      izquierda: { valorAsignado: { nodo: 'e', ruta: 'ciudad' } },
                      operador: 'igual',
                      derecha: { valor: 'Sevilla' },
                    },
                    {
                      izquierda: { valorAsignado: { nodo: 'e', ruta: 'ciudad' } },
                      operador: 'en',
                      derecha: { valor: ['Cádiz', 'Huelva'] },
                    },
                  ],
                },
              ],
            },
          },
          { nombre: 'menor', expresion: 'e.edad < 18' },
        ],
      },
      { id: 's', tipo: 'salida', nombre: 'Respuesta', posicion: { x: 1200, y: 0 }, estadoHttp: 200 },
    ],
    'e>c',
    'c>t',
    't>k',
    'k:vecino mayor de edad>s',
  )
}

/** As a spreadsheet in Spanish writes it. */
export const VENTAS = 'articulo;importe;dia\nA-1;1.234,50;21/11/2026\nB-2;0,25;22/11/2026\n'

/** A text that a step is to read. */
export function ventasEnTexto(pasos: readonly object[] = []) {
  return flujoOf(
    [
      {
        id: 'e',
        tipo: 'entrada',
        nombre: 'Entrada',
        parametros: [{ nombre: 'archivo', tipo: 'texto', requerido: true, ejemplo: VENTAS, orden: 1 }],
      },
      { id: 't', tipo: 'transformacion', nombre: 'Ventas', lista: { nodo: 'e', ruta: 'archivo' }, pasos },
      {
        id: 's',
        tipo: 'salida',
        nombre: 'Respuesta',
        estadoHttp: 200,
        parametros: [{ nombre: 'ventas', valorAsignado: { nodo: 't', ruta: 'elementos' }, orden: 1 }],
      },
    ],
    'e>t',
    't>s',
  )
}

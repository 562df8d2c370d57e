import type { flujoSchema } from '@div/contract'
import type { z } from 'zod'

type FlujoDocument = z.input<typeof flujoSchema>

/** Ids of what the sample flows name; they exist before the flows are compiled. */
export interface TiendaIds {
  servidorId: string
  internoId: string
  consultarClienteId: string
}

/** A look-up: one row or a 404, and the orders of that customer. */
export function consultarCliente({ servidorId }: Pick<TiendaIds, 'servidorId'>): FlujoDocument {
  return {
    version: 1,
    nodos: [
      {
        id: 'entrada',
        tipo: 'entrada',
        nombre: 'Entrada',
        posicion: { x: 0, y: 120 },
        parametros: [
          {
            nombre: 'id',
            tipo: 'entero',
            requerido: true,
            orden: 1,
            descripcion: 'Clave del cliente',
            ejemplo: 1,
            validacion: { minimo: 1 },
          },
        ],
      },
      {
        id: 'cliente',
        tipo: 'proceso',
        nombre: 'Buscar cliente',
        posicion: { x: 260, y: 120 },
        servidorId,
        tipoServidor: 'sqlite',
        tipoObjeto: 'consulta',
        objeto: { sql: 'select id, nombre, correo, ciudad from clientes where id = :id' },
        parametros: [{ nombre: 'id', valorAsignado: { nodo: 'entrada', ruta: 'id' }, orden: 1 }],
      },
      {
        id: 'existe',
        tipo: 'condicion',
        nombre: '¿Existe?',
        posicion: { x: 520, y: 120 },
        casos: [{ nombre: 'si', expresion: 'cliente.total > 0' }],
      },
      {
        id: 'pedidos',
        tipo: 'proceso',
        nombre: 'Pedidos del cliente',
        posicion: { x: 780, y: 40 },
        servidorId,
        tipoServidor: 'sqlite',
        tipoObjeto: 'consulta',
        objeto: {
          sql: 'select id, fecha, total_centimos from pedidos where cliente_id = :id order by id',
        },
        parametros: [{ nombre: 'id', valorAsignado: { nodo: 'entrada', ruta: 'id' }, orden: 1 }],
      },
      {
        id: 'respuesta',
        tipo: 'salida',
        nombre: 'Cliente',
        posicion: { x: 1040, y: 40 },
        estadoHttp: 200,
        parametros: [
          { nombre: 'id', tipo: 'entero', valorAsignado: { nodo: 'cliente', ruta: 'filas[0].id' }, orden: 1 },
          {
            nombre: 'nombre',
            tipo: 'texto',
            valorAsignado: { nodo: 'cliente', ruta: 'filas[0].nombre' },
            orden: 2,
          },
          { nombre: 'ciudad', tipo: 'texto', expresion: 'MAYUSCULAS(cliente.filas[0].ciudad)', orden: 3 },
          {
            nombre: 'pedidos',
            tipo: 'lista',
            elemento: {
              nombre: 'pedido',
              tipo: 'objeto',
              campos: [
                { nombre: 'id', tipo: 'entero' },
                { nombre: 'fecha', tipo: 'texto' },
                { nombre: 'total', tipo: 'decimal' },
              ],
            },
            expresion:
              'MAPEAR(pedidos.filas; { id: elemento.id, fecha: elemento.fecha, total: elemento.total_centimos / 100 })',
            orden: 4,
          },
        ],
      },
      {
        id: 'ausente',
        tipo: 'salida',
        nombre: 'No existe',
        posicion: { x: 780, y: 200 },
        estadoHttp: 404,
        parametros: [{ nombre: 'mensaje', tipo: 'texto', valor: 'Cliente no encontrado', orden: 1 }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'entrada', destino: 'cliente' },
      { id: 'c2', origen: 'cliente', destino: 'existe' },
      { id: 'c3', origen: 'existe', salida: 'si', destino: 'pedidos' },
      { id: 'c4', origen: 'pedidos', destino: 'respuesta' },
      { id: 'c5', origen: 'existe', salida: 'otro', destino: 'ausente' },
    ],
  }
}

/** An order with its lines in one transaction: any line that fails leaves nothing behind. */
export function registrarPedido({ servidorId }: Pick<TiendaIds, 'servidorId'>): FlujoDocument {
  const inTransaction = {
    tipo: 'proceso',
    servidorId,
    tipoServidor: 'sqlite',
    tipoObjeto: 'consulta',
    transaccion: 'pedido',
  } as const
  return {
    version: 1,
    nodos: [
      {
        id: 'entrada',
        tipo: 'entrada',
        nombre: 'Entrada',
        posicion: { x: 0, y: 120 },
        parametros: [
          {
            nombre: 'clienteId',
            tipo: 'entero',
            requerido: true,
            orden: 1,
            descripcion: 'Quién compra',
            ejemplo: 1,
          },
          {
            nombre: 'lineas',
            tipo: 'lista',
            requerido: true,
            orden: 2,
            descripcion: 'Qué compra',
            ejemplo: [{ productoId: 1, cantidad: 2 }],
            validacion: { largoMinimo: 1, largoMaximo: 100 },
            elemento: {
              nombre: 'linea',
              tipo: 'objeto',
              campos: [
                { nombre: 'productoId', tipo: 'entero', requerido: true },
                { nombre: 'cantidad', tipo: 'entero', requerido: true, validacion: { minimo: 1 } },
              ],
            },
          },
        ],
      },
      {
        ...inTransaction,
        id: 'pedido',
        nombre: 'Abrir pedido',
        posicion: { x: 260, y: 120 },
        objeto: { sql: 'insert into pedidos (cliente_id) values (:clienteId) returning id' },
        parametros: [
          { nombre: 'clienteId', valorAsignado: { nodo: 'entrada', ruta: 'clienteId' }, orden: 1 },
        ],
      },
      {
        id: 'lineas',
        tipo: 'splitter-split',
        nombre: 'Por cada línea',
        posicion: { x: 520, y: 120 },
        lista: { nodo: 'entrada', ruta: 'lineas' },
        concurrencia: 1,
      },
      {
        ...inTransaction,
        id: 'existencias',
        nombre: 'Descontar existencias',
        posicion: { x: 780, y: 120 },
        objeto: {
          sql: `update productos set existencias = existencias - :cantidad
where id = :productoId
returning precio_centimos`,
        },
        parametros: [
          { nombre: 'cantidad', expresion: 'elemento.cantidad', orden: 1 },
          { nombre: 'productoId', expresion: 'elemento.productoId', orden: 2 },
        ],
      },
      {
        ...inTransaction,
        id: 'linea',
        nombre: 'Guardar línea',
        posicion: { x: 1040, y: 120 },
        objeto: {
          sql: `insert into pedido_lineas (pedido_id, producto_id, cantidad, precio_centimos)
values (:pedidoId, :productoId, :cantidad, :precio)`,
        },
        parametros: [
          { nombre: 'pedidoId', valorAsignado: { nodo: 'pedido', ruta: 'filas[0].id' }, orden: 1 },
          { nombre: 'productoId', expresion: 'elemento.productoId', orden: 2 },
          { nombre: 'cantidad', expresion: 'elemento.cantidad', orden: 3 },
          {
            nombre: 'precio',
            valorAsignado: { nodo: 'existencias', ruta: 'filas[0].precio_centimos' },
            orden: 4,
          },
        ],
      },
      {
        id: 'juntas',
        tipo: 'splitter-join',
        nombre: 'Líneas guardadas',
        posicion: { x: 1300, y: 120 },
        split: 'lineas',
        union: { tipo: 'todos' },
        parametros: [
          { nombre: 'productoId', expresion: 'elemento.productoId', orden: 1 },
          {
            nombre: 'importe',
            expresion: 'elemento.cantidad * existencias.filas[0].precio_centimos',
            orden: 2,
          },
        ],
      },
      {
        ...inTransaction,
        id: 'total',
        nombre: 'Anotar total',
        posicion: { x: 1560, y: 120 },
        objeto: {
          sql: 'update pedidos set total_centimos = :total where id = :pedidoId returning total_centimos',
        },
        parametros: [
          { nombre: 'total', expresion: 'SUMA(MAPEAR(juntas.elementos; elemento.importe))', orden: 1 },
          { nombre: 'pedidoId', valorAsignado: { nodo: 'pedido', ruta: 'filas[0].id' }, orden: 2 },
        ],
      },
      {
        id: 'respuesta',
        tipo: 'salida',
        nombre: 'Pedido registrado',
        posicion: { x: 1820, y: 120 },
        estadoHttp: 201,
        parametros: [
          {
            nombre: 'pedidoId',
            tipo: 'entero',
            valorAsignado: { nodo: 'pedido', ruta: 'filas[0].id' },
            orden: 1,
          },
          { nombre: 'lineas', tipo: 'entero', valorAsignado: { nodo: 'juntas', ruta: 'total' }, orden: 2 },
          { nombre: 'total', tipo: 'decimal', expresion: 'total.filas[0].total_centimos / 100', orden: 3 },
        ],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'entrada', destino: 'pedido' },
      { id: 'c2', origen: 'pedido', destino: 'lineas' },
      { id: 'c3', origen: 'lineas', salida: 'elemento', destino: 'existencias' },
      { id: 'c4', origen: 'existencias', destino: 'linea' },
      { id: 'c5', origen: 'linea', destino: 'juntas' },
      { id: 'c6', origen: 'juntas', destino: 'total' },
      { id: 'c7', origen: 'total', destino: 'respuesta' },
    ],
  }
}

/** A condition and a sub-process: who spends little pays the delivery, the others get it free with a greeting by name. */
export function cotizarEnvio({
  internoId,
  consultarClienteId,
}: Omit<TiendaIds, 'servidorId'>): FlujoDocument {
  return {
    version: 1,
    nodos: [
      {
        id: 'entrada',
        tipo: 'entrada',
        nombre: 'Entrada',
        posicion: { x: 0, y: 120 },
        parametros: [
          { nombre: 'clienteId', tipo: 'entero', requerido: true, orden: 1, ejemplo: 1 },
          {
            nombre: 'importe',
            tipo: 'decimal',
            requerido: true,
            orden: 2,
            descripcion: 'Importe de la compra en euros',
            ejemplo: 75.5,
            validacion: { minimo: 0 },
          },
        ],
      },
      {
        id: 'tramo',
        tipo: 'condicion',
        nombre: '¿Envío gratis?',
        posicion: { x: 260, y: 120 },
        casos: [
          {
            nombre: 'gratis',
            regla: {
              y: [
                {
                  izquierda: { valorAsignado: { nodo: 'entrada', ruta: 'importe' } },
                  operador: 'mayorIgual',
                  derecha: { valor: 50 },
                },
              ],
            },
          },
        ],
      },
      {
        id: 'cliente',
        tipo: 'proceso',
        nombre: 'Consultar cliente',
        posicion: { x: 520, y: 40 },
        servidorId: internoId,
        tipoServidor: 'interno',
        tipoObjeto: 'proceso',
        objeto: { procesoId: consultarClienteId },
        parametros: [{ nombre: 'id', valorAsignado: { nodo: 'entrada', ruta: 'clienteId' }, orden: 1 }],
      },
      {
        id: 'gratis',
        tipo: 'salida',
        nombre: 'Envío gratis',
        posicion: { x: 780, y: 40 },
        estadoHttp: 200,
        parametros: [
          { nombre: 'envio', tipo: 'decimal', valor: 0, orden: 1 },
          { nombre: 'mensaje', tipo: 'texto', expresion: '"Envío gratis para " & cliente.nombre', orden: 2 },
        ],
      },
      {
        id: 'pago',
        tipo: 'salida',
        nombre: 'Envío de pago',
        posicion: { x: 520, y: 200 },
        estadoHttp: 200,
        parametros: [
          { nombre: 'envio', tipo: 'decimal', valor: 4.95, orden: 1 },
          {
            nombre: 'mensaje',
            tipo: 'texto',
            expresion: '"Faltan " & (50 - entrada.importe) & " € para el envío gratis"',
            orden: 2,
          },
        ],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'entrada', destino: 'tramo' },
      { id: 'c2', origen: 'tramo', salida: 'gratis', destino: 'cliente' },
      { id: 'c3', origen: 'cliente', destino: 'gratis' },
      { id: 'c4', origen: 'tramo', salida: 'otro', destino: 'pago' },
    ],
  }
}

import { dato, definePlantilla, INTERNO, TIENDA } from '../define-plantilla.ts'
import { call, condicion, entrada, salida } from '../write-flujo.ts'

function soltar(id: string) {
  return call(id, 'Soltar la clave', {
    a: 'interno.tabla',
    objeto: { tabla: 'recibidos', operacion: 'eliminar' },
    con: { clave: '=entrada.clave' },
  })
}

export default definePlantilla('receptor-idempotente', {
  nombre: 'Receptor idempotente',
  resumen:
    'Lo que llega dos veces se hace una: la clave de quien llama se anota antes de hacer nada, y se suelta si no se pudo hacer.',
  categoria: 'control',
  propuesta: { por: 'canal', texto: 'Un canal REST, en POST /pagos.' },
  servidores: { tienda: TIENDA, interno: INTERNO },
  tablas: [
    {
      nombre: 'recibidos',
      columnas: [
        { nombre: 'clave', unico: true },
        { nombre: 'cuando', tipo: 'fechaHora' },
      ],
      filas: [],
    },
  ],
  nodos: [
    entrada([
      dato('clave', 'texto', 'p-2026-118', { validacion: { largoMinimo: 1, largoMaximo: 100 } }),
      dato('pedidoId', 'entero', 1),
      dato('centimos', 'entero', 500, { validacion: { minimo: 1 } }),
    ]),
    call('antes', '¿Llegó antes?', {
      a: 'interno.tabla',
      objeto: { tabla: 'recibidos', operacion: 'buscar' },
      con: { clave: '=entrada.clave' },
    }),
    condicion('nuevo', '¿Es nuevo?', { si: 'ES_NULO(antes)' }),
    call('anotar', 'Anotar la clave', {
      a: 'interno.tabla',
      objeto: { tabla: 'recibidos', operacion: 'insertar' },
      con: { clave: '=entrada.clave', cuando: '=AHORA()' },
    }),
    call('pago', 'Descontar el pago', {
      a: 'tienda.consulta',
      objeto: { sql: 'update pedidos set total_centimos = total_centimos - :centimos where id = :pedidoId' },
      con: { centimos: '=entrada.centimos', pedidoId: '=entrada.pedidoId' },
      politica: { enError: 'rama' },
    }),
    condicion('pagado', '¿Había pedido?', { si: 'pago.afectadas > 0' }),
    // Whoever calls again with the key must find nothing done.
    soltar('soltarSinPedido'),
    soltar('soltarFallido'),
    salida('hecho', 'Hecho', { estado: 201, campos: { 'repetido:booleano': false } }),
    salida('sinPedido', 'No existe', {
      estado: 404,
      campos: { mensaje: 'No existe ese pedido.' },
    }),
    salida('fallido', 'No se pudo', {
      estado: 503,
      campos: { mensaje: 'No se pudo descontar. Reintente con la misma clave.' },
    }),
    salida('repetido', 'Ya estaba', { campos: { 'repetido:booleano': true } }),
  ],
  conexiones: [
    'entrada > antes > nuevo',
    'nuevo.si > anotar > pago > pagado',
    'pagado.si > hecho',
    'pagado.otro > soltarSinPedido > sinPedido',
    'pago.error > soltarFallido > fallido',
    'nuevo.otro > repetido',
  ],
  casos: [
    {
      nombre: 'La primera vez',
      entrada: { clave: 'p-1', pedidoId: 1, centimos: 500 },
      fijados: { antes: null, anotar: { insertadas: 1 }, pago: { afectadas: 1 } },
      espera: [201, { repetido: false }],
    },
    {
      nombre: 'De un pedido que no existe',
      entrada: { clave: 'p-1', pedidoId: 99, centimos: 500 },
      fijados: {
        antes: null,
        anotar: { insertadas: 1 },
        pago: { afectadas: 0 },
        soltarSinPedido: { afectadas: 1 },
      },
      espera: [404, { mensaje: 'No existe ese pedido.' }],
    },
    {
      nombre: 'La segunda',
      entrada: { clave: 'p-1', pedidoId: 1, centimos: 500 },
      fijados: { antes: { id: '1', revision: 1, clave: 'p-1' } },
      espera: [200, { repetido: true }],
    },
  ],
})

import { dato, definePlantilla, TIENDA } from '../define-plantilla.ts'
import { call, entrada, salida } from '../write-flujo.ts'

export default definePlantilla('pedido-con-compensacion', {
  nombre: 'Pedido con transacción y compensación',
  resumen:
    'Cobra, y guarda pedido y existencias en una transacción; si no se puede guardar, devuelve el cobro.',
  categoria: 'control',
  propuesta: { por: 'canal', texto: 'Un canal REST, en POST /pedidos.' },
  servidores: {
    pagos: { nombre: 'Pagos (REST)', tipos: ['rest'], uso: 'La pasarela que cobra y devuelve' },
    tienda: TIENDA,
  },
  compensacion: 'enError',
  nodos: [
    entrada([
      dato('clienteId', 'entero', 1),
      dato('codigo', 'texto', 'CAF-250'),
      dato('cantidad', 'entero', 2, { validacion: { minimo: 1 } }),
    ]),
    call('producto', 'Precio', {
      a: 'tienda.consulta',
      objeto: { sql: 'select id, precio_centimos from productos where codigo = :codigo' },
      con: { codigo: '=entrada.codigo' },
    }),
    call('cobro', 'POST /cobros', {
      a: 'pagos.operacion',
      objeto: { metodo: 'POST', ruta: '/cobros', claveIdempotencia: 'Idempotency-Key' },
      con: {
        clienteId: '=entrada.clienteId',
        importe: '=producto.filas[0].precio_centimos * entrada.cantidad / 100',
      },
      politica: { tiempoMaximoMs: 10_000, enError: 'detener', compensacion: true },
    }),
    call('devolver', 'Devolver el cobro', {
      a: 'pagos.operacion',
      objeto: { metodo: 'POST', ruta: '/cobros/{cobro}/devolucion', claveIdempotencia: 'Idempotency-Key' },
      con: { cobro: '=cobro.cuerpo.id' },
      politica: { reintentos: { max: 5, esperaMs: 1_000 }, enError: 'detener' },
    }),
    call('pedido', 'Guardar el pedido', {
      a: 'tienda.consulta',
      objeto: { sql: 'insert into pedidos (cliente_id, total_centimos) values (:clienteId, :total)' },
      con: {
        clienteId: '=entrada.clienteId',
        total: '=producto.filas[0].precio_centimos * entrada.cantidad',
      },
      transaccion: 'pedido',
    }),
    call('existencias', 'Descontar existencias', {
      a: 'tienda.consulta',
      objeto: { sql: 'update productos set existencias = existencias - :cantidad where id = :id' },
      con: { cantidad: '=entrada.cantidad', id: '=producto.filas[0].id' },
      transaccion: 'pedido',
    }),
    salida('hecho', 'Pedido hecho', {
      estado: 201,
      campos: {
        'cobro:texto': '=cobro.cuerpo.id',
        'total:decimal': '=producto.filas[0].precio_centimos * entrada.cantidad / 100',
      },
    }),
  ],
  conexiones: ['entrada > producto > cobro > pedido > existencias > hecho', 'cobro.compensar > devolver'],
  casos: [
    {
      nombre: 'Dos cafés',
      entrada: { clienteId: 1, codigo: 'CAF-250', cantidad: 2 },
      fijados: {
        producto: { filas: [{ id: 1, precio_centimos: 595 }], total: 1 },
        cobro: { estado: 201, cabeceras: {}, cuerpo: { id: 'C-1' } },
        pedido: { afectadas: 1 },
        existencias: { afectadas: 1 },
      },
      espera: [201, { cobro: 'C-1', total: 11.9 }],
    },
    {
      nombre: 'Ninguno',
      entrada: { clienteId: 1, codigo: 'CAF-250', cantidad: 0 },
      espera: 'ENTRADA_INVALIDA',
    },
  ],
})

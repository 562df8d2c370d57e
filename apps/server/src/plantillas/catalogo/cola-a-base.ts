import { dato, definePlantilla, TIENDA } from '../define-plantilla.ts'
import { call, condicion, entrada, salida } from '../write-flujo.ts'

export default definePlantilla('cola-a-base', {
  nombre: 'Cola a base de datos, con apartados',
  resumen: 'Guarda lo que llega a una cola; lo que no se puede guardar va a otra cola con el motivo.',
  categoria: 'mensajes',
  propuesta: { por: 'tarea', texto: 'Una tarea con el evento «Mensaje de una cola» de RabbitMQ.' },
  servidores: {
    colas: { nombre: 'Colas (RabbitMQ)', tipos: ['rabbitmq'], uso: 'Donde se aparta lo que no entra' },
    tienda: TIENDA,
  },
  nodos: [
    entrada([dato('mensaje', 'objeto', { clienteId: 1, totalCentimos: 1990 })]),
    condicion('valido', '¿Está completo?', {
      si: 'ES_NUMERO(OBTENER(entrada.mensaje; "clienteId")) Y ES_NUMERO(OBTENER(entrada.mensaje; "totalCentimos"))',
    }),
    call('pedido', 'Guardar el pedido', {
      a: 'tienda.consulta',
      objeto: { sql: 'insert into pedidos (cliente_id, total_centimos) values (:clienteId, :total)' },
      con: { clienteId: '=entrada.mensaje.clienteId', total: '=entrada.mensaje.totalCentimos' },
      politica: { reintentos: { max: 3, esperaMs: 500 }, enError: 'rama' },
    }),
    call('incompleto', 'Apartar por incompleto', {
      a: 'colas.publicacion',
      objeto: { clave: 'pedidos.apartados', formato: 'json' },
      con: { mensaje: '={ motivo: "Le faltan datos.", original: entrada.mensaje }' },
    }),
    call('fallido', 'Apartar por fallo', {
      a: 'colas.publicacion',
      objeto: { clave: 'pedidos.apartados', formato: 'json' },
      con: { mensaje: '={ motivo: pedido.mensaje, original: entrada.mensaje }' },
    }),
    salida('guardado', 'Guardado', { campos: { 'estado:texto': 'guardado' } }),
    salida('rechazado', 'Apartado', { estado: 202, campos: { 'estado:texto': 'apartado: incompleto' } }),
    salida('apartado', 'Apartado', { estado: 202, campos: { 'estado:texto': 'apartado: fallo' } }),
  ],
  conexiones: [
    'entrada > valido',
    'valido.si > pedido > guardado',
    'valido.otro > incompleto > rechazado',
    'pedido.error > fallido > apartado',
  ],
  casos: [
    {
      nombre: 'Un pedido completo',
      entrada: { mensaje: { clienteId: 1, totalCentimos: 1990 } },
      fijados: { pedido: { afectadas: 1 } },
      espera: [200, { estado: 'guardado' }],
    },
    {
      nombre: 'Un pedido sin cliente',
      entrada: { mensaje: { totalCentimos: 1990 } },
      fijados: { incompleto: { confirmado: true, idMensaje: 'm1' } },
      espera: [202, { estado: 'apartado: incompleto' }],
    },
  ],
})

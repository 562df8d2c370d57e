import { dato, definePlantilla, TIENDA } from '../define-plantilla.ts'
import { call, condicion, entrada, salida } from '../write-flujo.ts'

export default definePlantilla('base-de-datos-a-rest', {
  nombre: 'Base de datos a REST',
  resumen: 'Busca una fila por su clave y la ofrece con lo que depende de ella; contesta 404 si no existe.',
  categoria: 'api',
  propuesta: { por: 'canal', texto: 'Un canal REST, en GET /clientes/{id}.' },
  servidores: { tienda: TIENDA },
  nodos: [
    entrada([dato('id', 'entero', 1, { descripcion: 'Clave del cliente', validacion: { minimo: 1 } })]),
    call('cliente', 'Buscar cliente', {
      a: 'tienda.consulta',
      objeto: { sql: 'select id, nombre, ciudad from clientes where id = :id' },
      con: { id: '=entrada.id' },
    }),
    condicion('existe', '¿Existe?', { si: 'cliente.total > 0' }),
    call('pedidos', 'Sus pedidos', {
      a: 'tienda.consulta',
      objeto: { sql: 'select id, total_centimos from pedidos where cliente_id = :id order by id' },
      con: { id: '=entrada.id' },
    }),
    salida('respuesta', 'Cliente', {
      campos: {
        'id:entero': '=cliente.filas[0].id',
        'nombre:texto': '=cliente.filas[0].nombre',
        'ciudad:texto': '=cliente.filas[0].ciudad',
        'pedidos:lista': '=MAPEAR(pedidos.filas; { id: elemento.id, total: elemento.total_centimos / 100 })',
      },
    }),
    salida('ausente', 'No existe', {
      estado: 404,
      campos: { 'mensaje:texto': '="No hay ningún cliente " & entrada.id & "."' },
    }),
  ],
  conexiones: ['entrada > cliente > existe', 'existe.si > pedidos > respuesta', 'existe.otro > ausente'],
  casos: [
    {
      nombre: 'Un cliente con pedidos',
      entrada: { id: 7 },
      fijados: {
        cliente: { filas: [{ id: 7, nombre: 'Ana Ruiz', ciudad: 'Cádiz' }], total: 1 },
        pedidos: { filas: [{ id: 12, total_centimos: 1990 }], total: 1 },
      },
      espera: [200, { id: 7, nombre: 'Ana Ruiz', ciudad: 'Cádiz', pedidos: [{ id: 12, total: 19.9 }] }],
    },
    {
      nombre: 'Un cliente que no existe',
      entrada: { id: 404 },
      fijados: { cliente: { filas: [], total: 0 } },
      espera: [404, { mensaje: 'No hay ningún cliente 404.' }],
    },
    { nombre: 'Una clave que no puede ser', entrada: { id: 0 }, espera: 'ENTRADA_INVALIDA' },
  ],
})

import { dato, definePlantilla, INTERNO, TIENDA } from '../define-plantilla.ts'
import { call, condicion, entrada, salida } from '../write-flujo.ts'

export default definePlantilla('limpieza-programada', {
  nombre: 'Limpieza programada',
  resumen: 'Borra lo anterior a una fecha, en una transacción, y lo anota; con «simular» solo lo cuenta.',
  categoria: 'tareas',
  propuesta: { por: 'tarea', texto: 'Una tarea cada domingo a las 03:00.' },
  servidores: { tienda: TIENDA, interno: INTERNO },
  nodos: [
    entrada([
      dato('antesDe', 'texto', '2020-01-01', { validacion: { patron: '[0-9]{4}-[0-9]{2}-[0-9]{2}' } }),
      { nombre: 'simular', tipo: 'booleano', defecto: true, descripcion: 'Solo cuenta lo que borraría' },
    ]),
    call('viejos', 'Contar lo viejo', {
      a: 'tienda.consulta',
      objeto: { sql: 'select count(*) as cuantos from pedidos where fecha < :antesDe' },
      con: { antesDe: '=entrada.antesDe' },
    }),
    condicion('borrar', '¿Se borra?', { si: 'NO(entrada.simular) Y viejos.filas[0].cuantos > 0' }),
    call('lineas', 'Borrar sus líneas', {
      a: 'tienda.consulta',
      objeto: {
        sql: 'delete from pedido_lineas where pedido_id in (select id from pedidos where fecha < :antesDe)',
      },
      con: { antesDe: '=entrada.antesDe' },
      transaccion: 'limpieza',
    }),
    call('pedidos', 'Borrar los pedidos', {
      a: 'tienda.consulta',
      objeto: { sql: 'delete from pedidos where fecha < :antesDe' },
      con: { antesDe: '=entrada.antesDe' },
      transaccion: 'limpieza',
    }),
    call('nota', 'Anotarlo', {
      a: 'interno.registro',
      objeto: { nivel: 'informacion', mensaje: 'Limpieza de pedidos' },
      con: { antesDe: '=entrada.antesDe', borrados: '=pedidos.afectadas' },
    }),
    salida('hecho', 'Borrado', {
      campos: { 'viejos:entero': '=viejos.filas[0].cuantos', 'borrados:entero': '=pedidos.afectadas' },
    }),
    salida('contado', 'Solo contado', {
      campos: { 'viejos:entero': '=viejos.filas[0].cuantos', 'borrados:entero': 0 },
    }),
  ],
  conexiones: [
    'entrada > viejos > borrar',
    'borrar.si > lineas > pedidos > nota > hecho',
    'borrar.otro > contado',
  ],
  casos: [
    {
      nombre: 'Simular cuenta y no borra',
      entrada: { antesDe: '2020-01-01' },
      fijados: { viejos: { filas: [{ cuantos: 3 }], total: 1 } },
      espera: [200, { viejos: 3, borrados: 0 }],
    },
    {
      nombre: 'Borrar tres',
      entrada: { antesDe: '2020-01-01', simular: false },
      fijados: {
        viejos: { filas: [{ cuantos: 3 }], total: 1 },
        lineas: { afectadas: 5 },
        pedidos: { afectadas: 3 },
      },
      espera: [200, { viejos: 3, borrados: 3 }],
    },
  ],
})

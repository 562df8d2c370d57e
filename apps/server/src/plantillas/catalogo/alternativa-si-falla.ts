import { dato, definePlantilla, TIENDA } from '../define-plantilla.ts'
import { call, entrada, salida } from '../write-flujo.ts'

export default definePlantilla('alternativa-si-falla', {
  nombre: 'Cortacircuitos con alternativa',
  resumen:
    'Si el servicio no contesta a tiempo, o su circuito está abierto, contesta con lo último que se sabe.',
  categoria: 'control',
  propuesta: { por: 'canal', texto: 'Un canal REST, en GET /existencias/{codigo}.' },
  servidores: {
    almacen: { nombre: 'Almacén (REST)', tipos: ['rest'], uso: 'El que sabe, con su cortacircuitos' },
    tienda: TIENDA,
  },
  nodos: [
    entrada([dato('codigo', 'texto', 'CAF-250')]),
    call('actual', 'GET /existencias/{codigo}', {
      a: 'almacen.operacion',
      objeto: { metodo: 'GET', ruta: '/existencias/{codigo}' },
      con: { codigo: '=entrada.codigo' },
      politica: { tiempoMaximoMs: 1_500, enError: 'rama' },
    }),
    call('ultimo', 'Lo último que se sabe', {
      a: 'tienda.consulta',
      objeto: { sql: 'select existencias from productos where codigo = :codigo' },
      con: { codigo: '=entrada.codigo' },
    }),
    salida('alDia', 'Al día', {
      campos: { 'existencias:entero': '=actual.cuerpo.existencias', 'alDia:booleano': true },
    }),
    salida('guardado', 'De la base de datos', {
      campos: { 'existencias:entero': '=ultimo.filas[0].existencias', 'alDia:booleano': false },
    }),
  ],
  conexiones: ['entrada > actual > alDia', 'actual.error > ultimo > guardado'],
  casos: [
    {
      nombre: 'El almacén contesta',
      entrada: { codigo: 'CAF-250' },
      fijados: { actual: { estado: 200, cabeceras: {}, cuerpo: { existencias: 7 } } },
      espera: [200, { existencias: 7, alDia: true }],
    },
  ],
})

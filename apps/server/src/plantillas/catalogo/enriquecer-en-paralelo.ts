import { dato, definePlantilla } from '../define-plantilla.ts'
import { call, entrada, join, salida, split } from '../write-flujo.ts'

export default definePlantilla('enriquecer-en-paralelo', {
  nombre: 'Enriquecer una lista en paralelo',
  resumen: 'Pregunta por cada elemento a otro servicio, ocho a la vez, y los devuelve en su orden.',
  categoria: 'servicios',
  propuesta: { por: 'canal', texto: 'Un canal REST, en POST /direcciones.' },
  servidores: {
    mapas: { nombre: 'Mapas (REST)', tipos: ['rest'], uso: 'El servicio que sabe lo que falta' },
  },
  nodos: [
    entrada([
      dato('direcciones', 'lista', ['Gran Vía 1, Madrid'], {
        validacion: { largoMinimo: 1, largoMaximo: 100 },
        elemento: { nombre: 'direccion', tipo: 'texto' },
      }),
    ]),
    split('cada', 'Por cada dirección', {
      lista: 'entrada.direcciones',
      concurrencia: 8,
      enError: 'continuar',
    }),
    call('lugar', 'GET /lugares', {
      a: 'mapas.operacion',
      objeto: { metodo: 'GET', ruta: '/lugares' },
      con: { texto: '=elemento' },
      politica: { tiempoMaximoMs: 3_000, reintentos: { max: 1 }, enError: 'detener' },
    }),
    join('situadas', 'Situadas', 'cada', {
      direccion: '=elemento',
      latitud: '=lugar.cuerpo.latitud',
      longitud: '=lugar.cuerpo.longitud',
    }),
    salida('respuesta', 'Situadas', {
      campos: {
        'situadas:lista': '=situadas.elementos',
        'sinSituar:entero': '=CONTAR(situadas.errores)',
      },
    }),
  ],
  conexiones: ['entrada > cada', 'cada.elemento > lugar > situadas > respuesta'],
  casos: [
    {
      nombre: 'Dos direcciones',
      entrada: { direcciones: ['Gran Vía 1', 'Sierpes 2'] },
      fijados: { lugar: { estado: 200, cabeceras: {}, cuerpo: { latitud: 40.4, longitud: -3.7 } } },
      espera: [
        200,
        {
          situadas: [
            { direccion: 'Gran Vía 1', latitud: 40.4, longitud: -3.7 },
            { direccion: 'Sierpes 2', latitud: 40.4, longitud: -3.7 },
          ],
          sinSituar: 0,
        },
      ],
    },
    { nombre: 'Ninguna', entrada: { direcciones: [] }, espera: 'ENTRADA_INVALIDA' },
  ],
})

import { dato, definePlantilla } from '../define-plantilla.ts'
import { call, entrada, salida, transform } from '../write-flujo.ts'

export default definePlantilla('recorrer-api-paginada', {
  nombre: 'Recorrer una API por páginas',
  resumen: 'Pide todas las páginas de una lista a un servicio y hace de ellas un solo resumen.',
  categoria: 'servicios',
  propuesta: { por: 'tarea', texto: 'Una tarea cada noche, o un canal REST en GET /resumen-de-facturas.' },
  servidores: {
    facturas: { nombre: 'Facturas (REST)', tipos: ['rest'], uso: 'El servicio que da la lista por páginas' },
  },
  nodos: [
    entrada([dato('anio', 'entero', 2026)]),
    call('lista', 'GET /facturas, todas las páginas', {
      a: 'facturas.operacion',
      objeto: {
        metodo: 'GET',
        ruta: '/facturas',
        paginacion: { tipo: 'pagina', parametro: 'pagina', elementos: 'facturas', paginas: 200 },
      },
      con: { anio: '=entrada.anio' },
      politica: { tiempoMaximoMs: 60_000, reintentos: { max: 2 }, enError: 'detener' },
    }),
    transform('estados', 'Importe por estado', {
      lista: 'lista.cuerpo',
      pasos: [
        {
          tipo: 'agrupar',
          por: ['estado'],
          agregados: [
            { nombre: 'facturas', funcion: 'cuenta' },
            { nombre: 'importe', funcion: 'suma', campo: 'importe' },
          ],
        },
        { tipo: 'ordenar', por: [{ campo: 'estado' }] },
      ],
    }),
    salida('resumen', 'Resumen', {
      campos: { 'facturas:entero': '=CONTAR(lista.cuerpo)', 'estados:lista': '=estados.elementos' },
    }),
  ],
  conexiones: ['entrada > lista > estados > resumen'],
  casos: [
    {
      nombre: 'Tres facturas',
      entrada: { anio: 2026 },
      fijados: {
        lista: {
          estado: 200,
          cabeceras: {},
          cuerpo: [
            { estado: 'pagada', importe: 10 },
            { estado: 'debida', importe: 4.5 },
            { estado: 'pagada', importe: 2 },
          ],
        },
      },
      espera: [
        200,
        {
          facturas: 3,
          estados: [
            { estado: 'debida', facturas: 1, importe: 4.5 },
            { estado: 'pagada', facturas: 2, importe: 12 },
          ],
        },
      ],
    },
  ],
})

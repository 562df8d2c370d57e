import { dato, definePlantilla } from '../define-plantilla.ts'
import { entrada, salida, transform } from '../write-flujo.ts'

export default definePlantilla('json-a-xlsx', {
  nombre: 'JSON a hoja de Excel',
  resumen: 'Recibe una lista y contesta con un libro de Excel que se abre al descargarlo.',
  categoria: 'archivos',
  propuesta: { por: 'canal', texto: 'Un canal REST, en POST /hojas.' },
  servidores: {},
  nodos: [
    entrada([dato('filas', 'lista', [{ codigo: 'CAF-250', unidades: 3 }])]),
    transform('libro', 'Escribir el libro', {
      lista: 'entrada.filas',
      pasos: [{ tipo: 'convertir', formato: 'xlsx', sentido: 'escribir', xlsx: { hoja: 'Datos' } }],
    }),
    salida('respuesta', 'Libro', {
      tipoContenido: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      campos: { 'cuerpo:binario': '=libro.valor' },
    }),
  ],
  conexiones: ['entrada > libro > respuesta'],
  casos: [
    { nombre: 'Una fila', entrada: { filas: [{ codigo: 'CAF-250', unidades: 3 }] }, espera: [200] },
    { nombre: 'Sin filas', entrada: {}, espera: 'ENTRADA_INVALIDA' },
  ],
})

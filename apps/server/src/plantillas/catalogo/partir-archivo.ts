import { dato, definePlantilla } from '../define-plantilla.ts'
import { call, entrada, join, salida, split } from '../write-flujo.ts'

export default definePlantilla('partir-archivo', {
  nombre: 'Partir un archivo grande',
  resumen: 'Lee un CSV por partes, del tamaño que sea, y escribe un archivo por cada mil líneas.',
  categoria: 'archivos',
  propuesta: { por: 'tarea', texto: 'Una tarea con el evento «Archivo nuevo» de la carpeta de entrada.' },
  servidores: {
    archivos: { nombre: 'Archivos (SFTP)', tipos: ['sftp', 'ftp', 's3'], uso: 'Donde está, y donde quedan' },
  },
  nodos: [
    entrada([dato('nombre', 'texto', 'ventas.csv', { validacion: { patron: '[A-Za-z0-9_-]+\\.csv' } })]),
    call('grande', 'Leer el archivo', {
      a: 'archivos.archivo',
      objeto: { operacion: 'leer', ruta: 'entrada/{nombre}', formato: 'csv' },
      con: { nombre: '=entrada.nombre' },
    }),
    split('partes', 'De mil en mil', { lista: 'grande', cursor: true, lote: 1_000 }),
    call('parte', 'Escribir la parte', {
      a: 'archivos.archivo',
      objeto: { operacion: 'escribir', ruta: 'partes/{nombre}-{parte}.csv', formato: 'csv' },
      con: {
        nombre: '=SUSTITUIR(entrada.nombre; ".csv"; "")',
        parte: '=RELLENAR(TEXTO(indice + 1); 4; "0")',
        contenido: '=elemento',
      },
    }),
    join('escritas', 'Partes escritas', 'partes', { ruta: '=parte.ruta', lineas: '=CONTAR(elemento)' }),
    salida('resumen', 'Resumen', {
      campos: {
        'partes:entero': '=escritas.total',
        'lineas:entero': '=ENTERO(SUMA(CAMPO(escritas.elementos; "lineas")))',
      },
    }),
  ],
  conexiones: ['entrada > grande > partes', 'partes.elemento > parte > escritas > resumen'],
  casos: [
    {
      nombre: 'Tres líneas caben en una parte',
      entrada: { nombre: 'ventas.csv' },
      fijados: {
        grande: [{ id: '1' }, { id: '2' }, { id: '3' }],
        parte: { ruta: 'partes/ventas-0001.csv', bytes: 9 },
      },
      espera: [200, { partes: 1, lineas: 3 }],
    },
    { nombre: 'Un nombre con ruta', entrada: { nombre: '../otra' }, espera: 'ENTRADA_INVALIDA' },
  ],
})
